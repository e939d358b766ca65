package dev.mandate.engine.plan;

import dev.mandate.domain.chain.Address;
import dev.mandate.ports.program.NewRoom;
import io.vavr.control.Option;

/**
 * Storage on the chain, and who paid for it.
 *
 * @param returnsTo receives the rent when the account is closed; none if nobody does at present
 */
record PaidRoom(NewRoom room, Address payer, Option<Address> returnsTo) {}
