package dev.mandate.ports.spi.program;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.Command;
import io.vavr.control.Option;

/**
 * An instruction that makes an account.
 *
 * @param createKey over which the account's address is derived; signs
 * @param payer pays rent and fee; signs
 * @param memo any text, since other clients write it too
 */
public record CreationInstruction(
        Address createKey, Address payer, Command.CreateAccount terms, Option<String> memo) {}
