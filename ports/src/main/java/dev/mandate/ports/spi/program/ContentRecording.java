package dev.mandate.ports.spi.program;

import dev.mandate.domain.chain.Address;
import io.vavr.control.Option;

/**
 * An instruction that records a transaction's content.
 *
 * @param transaction the address of the content
 * @param rentPayer pays its rent
 * @param memo as the instruction states it; the program ignores it
 */
public record ContentRecording(Address transaction, Address rentPayer, Option<String> memo) {}
