package dev.mandate.domain.exposure;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;

/**
 * One step of a sequence that takes money out. It is possible after the steps before it.
 *
 * @param account by the address of its vault
 * @param at the earliest time, by the chain's clock
 * @param command if it creates a transaction, {@link ExposureSearch#EVERYTHING} stands for instructions that take everything
 */
public record ExposureStep(Address account, UnixTime at, Command command) {}
