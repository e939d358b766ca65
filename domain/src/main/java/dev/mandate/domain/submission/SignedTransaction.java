package dev.mandate.domain.submission;

import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;

/**
 * The bytes that go to the chain, and no others.
 *
 * @param bytes signatures and message
 * @param signature the first one, by which the chain knows the transaction
 */
public record SignedTransaction(Bytes bytes, Signature signature) {}
