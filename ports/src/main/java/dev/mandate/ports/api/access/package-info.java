/** API keys: made, looked up, rotated and revoked. */
@NullMarked
package dev.mandate.ports.api.access;

import org.jspecify.annotations.NullMarked;
