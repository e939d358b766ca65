/** What holds of every chain: the contract of the Chain port, and the handles by which a test moves a chain that it owns. */
@NullMarked
package dev.mandate.testkit.chain;

import org.jspecify.annotations.NullMarked;
