package dev.mandate.testkit.referee.corpus;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.simulator.chain.LedgerProbe;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.simulator.keys.TestTransactions;
import dev.mandate.testkit.generators.AccountSettings;
import dev.mandate.testkit.generators.Move;
import dev.mandate.testkit.generators.Moves;
import dev.mandate.testkit.program.ProgramAccount;
import dev.mandate.testkit.referee.ComparisonAccounts;
import dev.mandate.testkit.referee.ProgramTransactions;
import dev.mandate.testkit.referee.rules.PlayedCommands;
import dev.mandate.testsupport.svm.SvmChain;
import dev.mandate.testsupport.svm.SvmRig;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.LinkedHashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.RandomGenerator;

/** Plays sequences on the deployed program and records them. A sequence's number determines it. Needs jqwik's engine. */
final class CorpusRecorder {

    private static final ProgramAccount ACCOUNT = PlayedCommands.ACCOUNT;

    /** By the label of {@link TestKey}. */
    private static final Map<Address, Bytes> SEEDS = Array.of("game payer", "game create key")
            .appendAll(Array.range(0, 6).map(number -> "game person " + number))
            .appendAll(ComparisonAccounts.KEYS.values().map(TestKey::toString))
            .map(label -> Bytes.of(Sha256.of("mandate-test-key:" + label).toArray()))
            .map(seed -> Tuple.of(TestKey.ofSeed(seed).address(), seed))
            .transform(LinkedHashMap::ofEntries);

    private static final int MOVES = 16;
    private static final int TRANSACTIONS = 12;
    private static final int SIZE = 1_000;
    private static final int INVALID_CREATIONS = 20;

    private final SvmRig rig;
    private final SvmChain chain;
    private final RandomGenerator<Command.CreateAccount> creations = generator(AccountSettings.creations(ACCOUNT.participants()));
    private final RandomGenerator<Command.CreateAccount> anyCreations =
            generator(AccountSettings.anyCreations(ACCOUNT.participants()));
    private final RandomGenerator<Move> moves = generator(Moves.moves(ACCOUNT.participants()));
    private final UnixTime start;
    private final String programSha256;
    private Set<Address> addresses = LinkedHashSet.empty();
    private Map<Address, AccountData> initial = LinkedHashMap.empty();
    private Map<Address, AccountData> state = LinkedHashMap.empty();

    CorpusRecorder(SvmRig rig, UnixTime start, String programSha256) {
        this.rig = rig;
        this.chain = rig.chain();
        this.start = start;
        this.programSha256 = programSha256;
    }

    private static <T> RandomGenerator<T> generator(Arbitrary<T> values) {
        return values.generator(SIZE);
    }

    /** Returns what the sequences so far share. */
    CorpusSetup setup() {
        return new CorpusSetup(programSha256, start, addresses.toArray(), initial, SEEDS.filterKeys(addresses::contains));
    }

    /** Records a sequence. The first of every two is for the rules. */
    RecordedSequence record(int number) {
        rig.reset(start);
        state = initial;
        ACCOUNT.prepare(chain);
        ComparisonAccounts.set(chain);
        return number % 2 == 1
                ? new RecordedSequence(number, RecordedSequence.Kind.RULES, rules(new Random(number)))
                : new RecordedSequence(number, RecordedSequence.Kind.PROGRAM, program(number));
    }

    private Array<RecordedStep> program(int number) {
        ProgramTransactions transactions = new ProgramTransactions(number);
        Array<RecordedStep> steps = Array.empty();
        for (int i = 0; i < TRANSACTIONS; i++) {
            ProgramTransactions.Planned next = transactions.next(chain);
            if (ProgramTransactions.sendable(next.payer(), next.instructions()).isDefined()) {
                steps = steps.append(played(next.seconds(), next.payer(), next.instructions().toArray()));
            }
        }
        return steps;
    }

    private Array<RecordedStep> rules(Random random) {
        PlayedCommands commands = new PlayedCommands(chain);
        RandomGenerator<Command.CreateAccount> first = random.nextInt(INVALID_CREATIONS) == 0 ? anyCreations : creations;
        Array<RecordedStep> steps = played(commands, Option.none(), first.next(random).value(), 0);
        for (int i = 0; i < MOVES; i++) {
            AccountsSnapshot found = read(i + 1);
            if (!found.owned().containsKey(ACCOUNT.ref().settings().address())) {
                return steps;
            }
            SmartAccount account = ACCOUNT.read(found);
            Move move = moves.next(random).value();
            long seconds = move.clock().from(account, found.chainTime()).secondsSince(found.chainTime());
            steps = steps.appendAll(
                    played(commands, Option.some(account), PlayedCommands.command(move, account), seconds));
        }
        return steps;
    }

    /** Plays a command; not one that is too long for a transaction. */
    private Array<RecordedStep> played(PlayedCommands commands, Option<SmartAccount> account, Command command, long seconds) {
        Instruction instruction = commands.instruction(command, account);
        return ACCOUNT.transaction(chain, instruction, TestTransactions::standingIn)
                .map(fits -> played(seconds, ProgramAccount.PAYER.address(), Array.of(instruction)))
                .toArray();
    }

    private AccountsSnapshot read(long newest) {
        return chain.accounts(AccountQuery.ofAnyOwner(ACCOUNT.addresses(newest))).get();
    }

    private RecordedStep played(long seconds, Address payer, Array<Instruction> instructions) {
        chain.advance(seconds);
        RecordedStep planned = new RecordedStep(seconds, payer, instructions, Option.none(), LinkedHashMap.empty());
        Array<Address> touched = ChainReplay.touched(planned);
        Map<Address, AccountData> before = chain.accounts(AccountQuery.ofAnyOwner(touched)).get().owned();
        before.filterKeys(address -> !state.containsKey(address)).forEach(this::addInitial);
        LedgerProbe.Step answer = ChainReplay.send(chain, planned, touched);
        Map<Address, AccountData> after = answer.after().owned();
        RecordedStep step = new RecordedStep(
                seconds,
                payer,
                instructions,
                ChainReplay.failure(answer),
                touched.filter(address -> !before.get(address).equals(after.get(address)))
                        .map(address -> Tuple.of(address, after.get(address)))
                        .transform(LinkedHashMap::ofEntries));
        state = SequenceCodec.after(state, step);
        addresses = addresses
                .addAll(touched)
                .addAll(instructions.flatMap(each -> each.accounts().map(AccountMeta::address).append(each.program())))
                .addAll(step.changed().values().flatMap(account -> account.map(AccountData::owner)));
        return step;
    }

    /** No step made this account, so every chain has it from the start. */
    private void addInitial(Address address, AccountData account) {
        if (!account.executable()) {
            initial = initial.put(address, account);
            state = state.put(address, account);
            addresses = addresses.add(account.owner());
        }
    }
}
