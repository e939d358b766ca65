/**
 * What one tenant can do on one network, and the only way in for those who ask from outside: their accounts and nobody else's,
 * accounts made at the operator's cost, signed transactions on their way to the chain.
 */
@NullMarked
package dev.mandate.ports.tenant;

import org.jspecify.annotations.NullMarked;
