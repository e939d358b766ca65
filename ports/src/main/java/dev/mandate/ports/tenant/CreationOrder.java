package dev.mandate.ports.tenant;

import dev.mandate.domain.account.Memo;
import dev.mandate.domain.smartaccount.Command;
import io.vavr.control.Option;

/** An account to be made at the operator's cost. */
public record CreationOrder(Command.CreateAccount terms, Option<Memo> memo) {}
