//! Compiles C, as the crate `cc` does: by the compiler that CC names.
use std::{env, process::Command};

fn main() {
    let object = env::var("OUT_DIR").unwrap() + "/part.o";
    let compiler = env::var("CC").unwrap_or("cc".to_string());
    let status = Command::new(compiler)
        .args(["-O2", "-fPIC", "-c", "src/part.c", "-o", &object])
        .status()
        .unwrap();
    assert!(status.success());
    println!("cargo:rerun-if-env-changed=CC");
    println!("cargo:rustc-link-arg={object}");
    println!("cargo:rustc-env=BUILT_WITH={}", words::long_word('y').len());
}
