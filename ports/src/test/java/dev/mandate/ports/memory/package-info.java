@NullMarked
package dev.mandate.ports.memory;

import org.jspecify.annotations.NullMarked;
