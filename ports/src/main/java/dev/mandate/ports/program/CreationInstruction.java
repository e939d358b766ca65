package dev.mandate.ports.program;

import dev.mandate.domain.account.Memo;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.Command;
import io.vavr.control.Option;

/**
 * An instruction that makes an account.
 *
 * @param createKey over which the account's address is derived; signs
 * @param payer pays rent and fee; signs
 */
public record CreationInstruction(
        Address createKey, Address payer, Command.CreateAccount terms, Option<Memo> memo) {}
