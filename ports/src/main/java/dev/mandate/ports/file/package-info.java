/** Helpers for adapters that store files. Not a port. */
@NullMarked
package dev.mandate.ports.file;

import org.jspecify.annotations.NullMarked;
