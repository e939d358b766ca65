package dev.mandate.testkit.keys;

import dev.mandate.domain.chain.Address;
import dev.mandate.ports.spi.keys.TransactionSigner;

/**
 * A signer, and two addresses for which it signs.
 *
 * @param first pays the fees
 */
public record SignerUnderTest(TransactionSigner signer, Address first, Address second) {}
