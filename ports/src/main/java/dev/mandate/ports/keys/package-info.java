/** Keys: whoever holds one uses it behind these ports, and whoever checks needs none. */
@NullMarked
package dev.mandate.ports.keys;

import org.jspecify.annotations.NullMarked;
