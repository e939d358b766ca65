/** The contracts of vaults, signers, sealers and of those who check keys: an adapter's tests extend them. */
@NullMarked
package dev.mandate.testkit.keys;

import org.jspecify.annotations.NullMarked;
