//! What is allocated has sizes that nothing else has.

/// `count` blocks of 4,099 bytes.
#[inline(never)]
pub fn boxes(count: usize) -> Vec<Box<[u8; 4099]>> {
    (0..count).map(|number| Box::new([number as u8; 4099])).collect()
}

/// A generic function: its code is made in the crate that calls it.
pub fn same<T: Clone>(one: &T, count: usize) -> Vec<Box<T>> {
    (0..count).map(|_| Box::new(one.clone())).collect()
}
