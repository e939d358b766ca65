package dev.mandate.testkit.laws;

import dev.mandate.domain.kernel.Decider;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Event;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.testkit.generators.RulesUnderTest;
import io.vavr.control.Option;
import net.jqwik.api.Group;

/**
 * All laws of {@link SmartAccountLaws}, and those of events, voters and forecasts. For changes of {@code SmartAccountRules}, and
 * for other deciders of the same commands. Extend this class and return the decider.
 * {@link RefusalLaws} are apart: they need the list of all violations.
 */
public abstract class SmartAccountDeciderLaws extends SmartAccountLaws {

    /** Returns the rules under test. */
    protected abstract Decider<Option<SmartAccount>, Command, Event, Refusal> decider();

    @Override
    protected final RulesUnderTest rules() {
        return RulesUnderTest.of(decider());
    }

    @Group
    class OfCreations extends CreationLaws {
        @Override
        protected Decider<Option<SmartAccount>, Command, Event, Refusal> decider() {
            return SmartAccountDeciderLaws.this.decider();
        }
    }

    @Group
    class OfDecisions extends DecisionLaws {
        @Override
        protected Decider<Option<SmartAccount>, Command, Event, Refusal> decider() {
            return SmartAccountDeciderLaws.this.decider();
        }
    }

    @Group
    class OfVoters extends VoterLaws {
        @Override
        protected Decider<Option<SmartAccount>, Command, Event, Refusal> decider() {
            return SmartAccountDeciderLaws.this.decider();
        }
    }

    @Group
    class OfForecasts extends ForecastLaws {
        @Override
        protected Decider<Option<SmartAccount>, Command, Event, Refusal> decider() {
            return SmartAccountDeciderLaws.this.decider();
        }
    }
}
