@NullMarked
package dev.mandate.ports.cache;

import org.jspecify.annotations.NullMarked;
