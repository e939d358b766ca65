package dev.mandate.domain.submission;

import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;

/**
 * The only bytes that are ever sent for a submission.
 *
 * @param bytes signatures and message
 * @param signature the first one, which identifies the transaction on the chain
 */
public record SignedTransaction(Bytes bytes, Signature signature) {}
