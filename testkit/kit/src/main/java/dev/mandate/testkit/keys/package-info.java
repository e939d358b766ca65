/** The contract of key vaults: an adapter's tests extend {@link dev.mandate.testkit.keys.KeyVaultContract}. */
@NullMarked
package dev.mandate.testkit.keys;

import org.jspecify.annotations.NullMarked;
