package dev.mandate.engine.accounts;

import dev.mandate.domain.access.OperatorName;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.control.Option;

/**
 * Whether the operator holds an account.
 *
 * @param by who decided it last
 * @param why it was frozen; none if it is not
 * @param since when it was decided
 */
public record AccountFreeze(Standing standing, OperatorName by, Option<String> why, UnixTime since) {

    /** Whether the engine acts for the account. */
    public enum Standing {
        FROZEN,
        THAWED
    }
}
