/** API keys: made, looked up, rotated and revoked. */
@NullMarked
package dev.mandate.ports.access;

import org.jspecify.annotations.NullMarked;
