package dev.mandate.testkit.laws;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.testkit.generators.GeneratedHistory;
import dev.mandate.testkit.generators.Histories;
import dev.mandate.testkit.generators.RulesUnderTest;
import io.vavr.control.Either;
import io.vavr.control.Option;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Provide;

/** Laws about whole histories of an account, played by the rules under test. */
public abstract class HistoryLaws {

    static final String HISTORIES = "histories";

    /** Returns the rules under test. */
    protected abstract RulesUnderTest rules();

    @Provide
    Arbitrary<GeneratedHistory> histories() {
        return Histories.histories(rules());
    }

    Either<?, SmartAccount> decide(SmartAccount account, Command command, UnixTime now) {
        return rules().apply(Option.some(account), command, now);
    }

    DirectExecution direct() {
        return new DirectExecution(rules());
    }
}
