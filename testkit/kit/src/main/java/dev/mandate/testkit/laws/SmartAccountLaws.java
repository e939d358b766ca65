package dev.mandate.testkit.laws;

import dev.mandate.testkit.generators.RulesUnderTest;
import net.jqwik.api.Group;

/**
 * All laws of an account that every implementation keeps: functions, a program on a chain, a service. Extend this class and return the
 * rules under test. {@code @PropertyDefaults(tries = …)} on the class sets how many examples each law gets.
 */
public abstract class SmartAccountLaws {

    /** Returns the rules under test. */
    protected abstract RulesUnderTest rules();

    @Group
    class OfThresholds extends ThresholdLaws {
        @Override
        protected RulesUnderTest rules() {
            return SmartAccountLaws.this.rules();
        }
    }

    @Group
    class OfPermissions extends PermissionLaws {
        @Override
        protected RulesUnderTest rules() {
            return SmartAccountLaws.this.rules();
        }
    }

    @Group
    class OfTimeLocks extends TimeLockLaws {
        @Override
        protected RulesUnderTest rules() {
            return SmartAccountLaws.this.rules();
        }
    }

    @Group
    class OfStaleness extends StalenessLaws {
        @Override
        protected RulesUnderTest rules() {
            return SmartAccountLaws.this.rules();
        }
    }

    @Group
    class OfAdmins extends AdminLaws {
        @Override
        protected RulesUnderTest rules() {
            return SmartAccountLaws.this.rules();
        }
    }

    @Group
    class OfSpendingLimits extends SpendingLimitLaws {
        @Override
        protected RulesUnderTest rules() {
            return SmartAccountLaws.this.rules();
        }
    }

    @Group
    class OfLifeCycles extends LifeCycleLaws {
        @Override
        protected RulesUnderTest rules() {
            return SmartAccountLaws.this.rules();
        }
    }

    @Group
    class OfProgress extends ProgressLaws {
        @Override
        protected RulesUnderTest rules() {
            return SmartAccountLaws.this.rules();
        }
    }
}
