//! The program uses this crate, and so do its build script and a macro.

/// A text of 3,001 bytes.
#[inline(never)]
pub fn long_word(letter: char) -> String {
    let mut word = String::with_capacity(3001);
    while word.len() < 3001 {
        word.push(letter);
    }
    word
}
