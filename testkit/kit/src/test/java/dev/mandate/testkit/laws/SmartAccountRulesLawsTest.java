package dev.mandate.testkit.laws;

import dev.mandate.domain.kernel.Decider;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Event;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.smartaccount.SmartAccountRules;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import net.jqwik.api.Group;

/** The rules keep the laws. */
class SmartAccountRulesLawsTest extends SmartAccountDeciderLaws {

    @Override
    protected Decider<Option<SmartAccount>, Command, Event, Refusal> decider() {
        return new SmartAccountRules();
    }

    @Group
    class OfRefusals extends RefusalLaws {

        @Override
        protected Decider<Option<SmartAccount>, Command, Event, Refusal> decider() {
            return SmartAccountRulesLawsTest.this.decider();
        }

        @Override
        protected Array<Refusal> violations(SmartAccount account, Command command, UnixTime now) {
            return new SmartAccountRules().violations(account, command, now);
        }
    }
}
