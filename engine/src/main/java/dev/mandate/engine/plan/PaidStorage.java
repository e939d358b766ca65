package dev.mandate.engine.plan;

import dev.mandate.domain.chain.Address;
import dev.mandate.ports.spi.program.NewStorage;
import io.vavr.control.Option;

/**
 * Storage on the chain, and who paid for it.
 *
 * @param returnsTo receives the rent when the account is closed; none if nobody does at present
 */
record PaidStorage(NewStorage room, Address payer, Option<Address> returnsTo) {}
