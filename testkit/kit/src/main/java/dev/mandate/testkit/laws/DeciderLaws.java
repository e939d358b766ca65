package dev.mandate.testkit.laws;

import dev.mandate.domain.kernel.Decider;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Event;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.testkit.generators.RulesUnderTest;
import io.vavr.control.Option;

/** Laws about the events and the refusals of rules that are functions. */
public abstract class DeciderLaws extends HistoryLaws {

    /** Returns the rules under test. */
    protected abstract Decider<Option<SmartAccount>, Command, Event, Refusal> decider();

    @Override
    protected final RulesUnderTest rules() {
        return RulesUnderTest.of(decider());
    }
}
