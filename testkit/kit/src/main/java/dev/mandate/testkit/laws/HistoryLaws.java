package dev.mandate.testkit.laws;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.testkit.generators.GeneratedHistory;
import dev.mandate.testkit.generators.Histories;
import dev.mandate.testkit.generators.RulesUnderTest;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Objects;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** Laws about whole histories of an account, played by the rules under test. */
public abstract class HistoryLaws {

    static final String HISTORIES = "histories";
    static final String WITHOUT_ADMIN = HISTORIES + " without an admin";

    /** All parts of a law see one instance: it may know the accounts that it returned. */
    private @Nullable RulesUnderTest tested;

    /** Returns the rules under test. */
    protected abstract RulesUnderTest rules();

    final RulesUnderTest tested() {
        RulesUnderTest same = Objects.requireNonNullElseGet(tested, this::rules);
        tested = same;
        return same;
    }

    @Provide
    Arbitrary<GeneratedHistory> histories() {
        return Histories.histories(tested());
    }

    @Provide(WITHOUT_ADMIN)
    Arbitrary<GeneratedHistory> withoutAdmin() {
        return histories().filter(history -> history.account().settings().admin() instanceof AdminControl.None);
    }

    Either<?, SmartAccount> decide(SmartAccount account, Command command, UnixTime now) {
        return tested().apply(Option.some(account), command, now);
    }

    DirectExecution direct() {
        return new DirectExecution(tested());
    }
}
