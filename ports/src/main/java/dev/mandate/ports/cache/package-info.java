/** What engine and adapters alike remember of answers that never change: no port, but beneath both of them. */
@NullMarked
package dev.mandate.ports.cache;

import org.jspecify.annotations.NullMarked;
