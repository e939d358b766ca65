package dev.mandate.testkit.laws;

import dev.mandate.domain.authority.EmailIdentity;
import dev.mandate.domain.authority.EmailIdentityRules;
import dev.mandate.domain.authority.IdentityCommand;
import dev.mandate.domain.authority.IdentityEvent;
import dev.mandate.domain.authority.IdentityRefusal;
import dev.mandate.domain.kernel.Decider;
import io.vavr.control.Option;

/** The rules of an identity by e-mail keep the laws. */
class EmailIdentityRulesLawsTest extends EmailIdentityLaws {

    @Override
    protected Decider<Option<EmailIdentity>, IdentityCommand, IdentityEvent, IdentityRefusal> rules() {
        return new EmailIdentityRules();
    }
}
