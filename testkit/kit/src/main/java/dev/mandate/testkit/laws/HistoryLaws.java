package dev.mandate.testkit.laws;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.testkit.generators.GeneratedHistory;
import dev.mandate.testkit.generators.Histories;
import dev.mandate.testkit.generators.RulesUnderTest;
import io.vavr.Lazy;
import io.vavr.control.Either;
import io.vavr.control.Option;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Provide;

/** Laws about whole histories of an account, played by the rules under test. */
public abstract class HistoryLaws {

    static final String HISTORIES = "histories";

    /** All parts of a law see one instance: it may know the accounts that it returned. */
    private final Lazy<RulesUnderTest> tested = Lazy.of(this::rules);

    /** Returns the rules under test. */
    protected abstract RulesUnderTest rules();

    final RulesUnderTest tested() {
        return tested.get();
    }

    @Provide
    Arbitrary<GeneratedHistory> histories() {
        return Histories.histories(tested());
    }

    Either<?, SmartAccount> decide(SmartAccount account, Command command, UnixTime now) {
        return tested().apply(Option.some(account), command, now);
    }

    DirectExecution direct() {
        return new DirectExecution(tested());
    }
}
