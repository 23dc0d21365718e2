.section .note.GNU-stack,""
