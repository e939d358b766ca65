/** Help for adapters that keep files. Not a port. */
@NullMarked
package dev.mandate.ports.file;

import org.jspecify.annotations.NullMarked;
