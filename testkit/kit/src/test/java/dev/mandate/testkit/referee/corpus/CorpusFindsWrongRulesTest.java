package dev.mandate.testkit.referee.corpus;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Roster;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.Decider;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Event;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.smartaccount.SmartAccountRules;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.simulator.SimulatedChain;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Wrong rules, and an account that one byte changes, are found by the sample that {@code verify} replays. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CorpusFindsWrongRulesTest {

    private final CorpusSetup setup = Corpus.CHECKED_IN.setup();
    private final SequenceCodec codec = new SequenceCodec(setup);
    private final Array<RecordedSequence> sequences = Corpus.CHECKED_IN.lines(Corpus.SAMPLE_STRIDE).map(codec::read);

    /** Rules that judge another account than the one that there is. */
    enum Wrong implements UnaryOperator<SmartAccount> {
        PERMISSIONS_IGNORED {
            @Override
            public SmartAccount apply(SmartAccount account) {
                Roster roster = account.settings().roster();
                return with(
                        account,
                        new Roster(
                                roster.signers().map(signer -> new Signer(signer.address(), Permissions.ALL)), roster.threshold()),
                        account.settings().timeLock(),
                        account.settings().admin(),
                        account.settings().staleTransactionIndex());
            }
        },
        THRESHOLD_IGNORED {
            @Override
            public SmartAccount apply(SmartAccount account) {
                Settings settings = account.settings();
                return with(
                        account,
                        new Roster(settings.roster().signers(), new Threshold(1)),
                        settings.timeLock(),
                        settings.admin(),
                        settings.staleTransactionIndex());
            }
        },
        TIME_LOCK_IGNORED {
            @Override
            public SmartAccount apply(SmartAccount account) {
                Settings settings = account.settings();
                return with(account, settings.roster(), TimeLock.NONE, settings.admin(), settings.staleTransactionIndex());
            }
        },
        TIME_LOCK_ONE_SECOND_LONGER {
            @Override
            public SmartAccount apply(SmartAccount account) {
                Settings settings = account.settings();
                TimeLock longer = new TimeLock(settings.timeLock().seconds() + 1);
                return with(account, settings.roster(), longer, settings.admin(), settings.staleTransactionIndex());
            }
        },
        STALENESS_IGNORED {
            @Override
            public SmartAccount apply(SmartAccount account) {
                Settings settings = account.settings();
                return with(account, settings.roster(), settings.timeLock(), settings.admin(), 0);
            }
        },
        ADMIN_IGNORED {
            @Override
            public SmartAccount apply(SmartAccount account) {
                Settings settings = account.settings();
                return with(
                        account, settings.roster(), settings.timeLock(), new AdminControl.None(), settings.staleTransactionIndex());
            }
        },
        LIMIT_NEVER_USED_UP {
            @Override
            public SmartAccount apply(SmartAccount account) {
                return account.limits().foldLeft(account, (before, limit) -> before.withLimit(
                        limit._1, SpendingLimit.open(limit._2.terms(), limit._2.window().start()).get()));
            }
        };

        private static SmartAccount with(SmartAccount account, Roster roster, TimeLock timeLock, AdminControl admin, long stale) {
            Settings settings = account.settings();
            return account.withSettings(
                    new Settings(roster, timeLock, admin, settings.rentCollector(), settings.transactionIndex(), stale));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aWrongRuleDiffersFromTheProgram(Wrong wrong) {
        RulesReplay replay = new RulesReplay(setup, altered(wrong));
        assertTrue(
                sequences
                        .filter(sequence -> sequence.kind() == RecordedSequence.Kind.RULES)
                        .exists(sequence -> replay.difference(sequence).isDefined()),
                "no sequence of the sample shows it");
    }

    @Test
    void aChangedByteOfAnAccountDiffersFromTheChain() {
        RecordedSequence sequence = sequences.find(some -> some.steps().head().failure().isEmpty()).get();
        assertFalse(replayed(sequence).isDefined());
        RecordedStep last = sequence.steps().findLast(step -> step.changed().exists(change -> hasData(change._2))).get();
        RecordedStep changed = new RecordedStep(
                last.seconds(),
                last.payer(),
                last.instructions(),
                last.failure(),
                last.changed().map((address, account) -> Tuple.of(address, hasData(account) ? account.map(CorpusFindsWrongRulesTest::flipped) : account)));
        assertTrue(replayed(new RecordedSequence(sequence.number(), sequence.kind(), sequence.steps().replace(last, changed)))
                .isDefined());
    }

    private Option<String> replayed(RecordedSequence sequence) {
        return new ChainReplay<>(setup, SimulatedChain.trustingSignatures(setup.start())).difference(sequence);
    }

    private static boolean hasData(Option<AccountData> account) {
        return account.exists(there -> there.data().length() > 0);
    }

    private static AccountData flipped(AccountData account) {
        byte[] data = account.data().toArray();
        data[data.length - 1] ^= 1;
        return new AccountData(account.lamports(), account.owner(), Bytes.of(data), account.executable());
    }

    private static Decider<Option<SmartAccount>, Command, Event, Refusal> altered(Wrong wrong) {
        SmartAccountRules rules = new SmartAccountRules();
        return new Decider<>() {
            @Override
            public Option<SmartAccount> initial() {
                return rules.initial();
            }

            @Override
            public Either<Refusal, Seq<Event>> decide(Option<SmartAccount> state, Command command, UnixTime now) {
                return rules.decide(state.map(wrong), command, now);
            }

            @Override
            public Option<SmartAccount> evolve(Option<SmartAccount> state, Event event) {
                return rules.evolve(state, event);
            }
        };
    }
}
