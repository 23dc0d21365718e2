use std::hint::black_box;

#[derive(derive::Letters)]
struct Thing;

extern "C" {
    fn make_part() -> *mut u8;
}

fn main() {
    let boxes = black_box(shapes::boxes(20));
    let same = black_box(shapes::same(&[7u8; 5003], if cfg!(feature = "more") { 60 } else { 30 }));
    let word = black_box(words::long_word('z'));
    let part = black_box(unsafe { make_part() });
    println!(
        "{} {} {} {} {} {}",
        boxes.len(),
        same.len(),
        word.len(),
        !part.is_null(),
        Thing::letters(),
        env!("BUILT_WITH")
    );
}

#[test]
fn counts() {
    assert_eq!(shapes::boxes(3).len(), 3);
}
