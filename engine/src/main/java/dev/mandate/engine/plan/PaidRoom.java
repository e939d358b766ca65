package dev.mandate.engine.plan;

import dev.mandate.domain.chain.Address;
import dev.mandate.ports.program.NewRoom;
import io.vavr.control.Option;

/**
 * Room on the chain, and whose money stands in it.
 *
 * @param returnsTo who gets it back when the account is closed; none if nobody does as things stand
 */
record PaidRoom(NewRoom room, Address payer, Option<Address> returnsTo) {}
