package dev.mandate.app.demo;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.engine.CustodyEngine;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.custody.BuiltTransaction;
import dev.mandate.ports.custody.Custody;
import dev.mandate.ports.custody.FeeQuote;
import dev.mandate.ports.custody.Phase;
import dev.mandate.ports.custody.SubmitRefusal;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.program.UnsignedTransaction;
import dev.mandate.solana.format.SplTokens;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.testkit.keys.KeyRing;
import dev.mandate.testkit.keys.TestKey;
import dev.mandate.testkit.simulated.SimulatedChain;
import io.vavr.collection.Seq;
import io.vavr.collection.Vector;
import io.vavr.control.Either;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** An engine over a simulated chain, the people of the story with their keys, and the telling of what happens. */
final class Stage {

    static final UnixTime START = new UnixTime(1_764_547_200);

    private final SimulatedChain chain = new SimulatedChain(START);
    private final SolanaFormat format = new SolanaFormat();
    private final SquadsV4Program program = SquadsV4Program.PUBLIC;
    private final Custody custody;
    private final Narrator narrator;
    private KeyRing keys = KeyRing.of();
    private Names names = Names.none();

    Stage(Narrator narrator, Journal journal) {
        this.narrator = narrator;
        this.custody = CustodyEngine.builder()
                .chain(chain)
                .program(program)
                .format(format)
                .tokens(new SplTokens())
                .journal(journal)
                .build();
    }

    /** Someone with a key and some SOL for fees. */
    Address person(String name) {
        Address address = key(name);
        chain.fund(address, BaseUnits.of(5_000_000_000L));
        return address;
    }

    /** A fresh key. */
    Address key(String name) {
        TestKey key = TestKey.of("demo/" + name);
        keys = keys.with(key);
        names = names.with(key.address(), name);
        return key.address();
    }

    void name(Address address, String name) {
        names = names.with(address, name);
    }

    Names names() {
        return names;
    }

    void fund(Address address, BaseUnits lamports) {
        chain.fund(address, lamports);
        narrator.held("funded", names.of(address) + " receives " + Names.sol(lamports));
    }

    void pass(long seconds) {
        chain.advance(seconds);
        narrator.fact("time", seconds + " s pass");
    }

    Custody custody() {
        return custody;
    }

    Narrator narrator() {
        return narrator;
    }

    /** Builds, signs with everybody who is asked, sends; tells each. */
    void lands(String asked, BuildRequest request) {
        lands(asked, request, built -> {});
    }

    /** The same, and then {@code next}, with what was built. */
    void lands(String asked, BuildRequest request, Consumer<BuiltTransaction> next) {
        narrator.fact("asked", asked);
        Either<BuildRefusal, BuiltTransaction> outcome = custody.build(request);
        outcome.swap().forEach(refusal -> narrator.broken("refused: " + new BuildWording(names).of(refusal)));
        outcome.forEach(built -> {
            narrator.fact("decided", "allowed" + phase(built.phase()));
            narrator.fact(
                    "built",
                    built.unsigned().transaction().length() + " bytes, to be signed by "
                            + names.of(built.unsigned().signers()));
            narrator.fact("costs", cost(built.fee()));
            sent(built);
            next.accept(built);
        });
    }

    /** Asks for something that must be refused before anything is built. */
    void refuses(String attempt, BuildRequest request, Predicate<BuildRefusal> expected) {
        Either<BuildRefusal, BuiltTransaction> outcome = custody.build(request);
        outcome.forEach(built -> narrator.broken(attempt + ": this should have been refused"));
        outcome.swap()
                .forEach(refusal -> told(attempt, new BuildWording(names).of(refusal), expected.test(refusal)));
    }

    /** Sends something that the network itself must refuse. */
    void networkRefuses(String attempt, Bytes transaction, Predicate<SubmitRefusal> expected) {
        Either<SubmitRefusal, Signature> outcome = custody.submit(transaction);
        outcome.forEach(signature -> narrator.broken(attempt + ": this should have been refused"));
        outcome.swap()
                .forEach(refusal -> told(attempt, new BuildWording(names).of(refusal), expected.test(refusal)));
    }

    void holds(String label, String text, boolean as) {
        if (as) {
            narrator.held(label, text);
        } else {
            narrator.broken(text + ": not so");
        }
    }

    Bytes signed(BuiltTransaction built) {
        return keys.sign(built.unsigned().transaction());
    }

    Bytes signedBy(Seq<Address> signers, BuiltTransaction built) {
        return keys.signAs(signers, built.unsigned().transaction());
    }

    /** A transaction of one's own making, past the engine, signed by everybody it asks. */
    Bytes selfMade(Address payer, Vector<Instruction> instructions) {
        return keys.sign(unsigned(payer, instructions).transaction());
    }

    /** A transaction as a client would hand it in to be prepared. */
    Bytes draft(Address payer, Vector<Instruction> instructions) {
        return unsigned(payer, instructions).transaction();
    }

    SquadsV4Program program() {
        return program;
    }

    BaseUnits balance(Address address) {
        return chain.accounts(Vector.of(address))
                .get()
                .accounts()
                .get(address)
                .map(account -> account.lamports())
                .getOrElse(BaseUnits.ZERO);
    }

    private UnsignedTransaction unsigned(Address payer, Vector<Instruction> instructions) {
        Message message = new Message(
                MessageVersion.LEGACY,
                payer,
                chain.latestBlockhash().get().blockhash(),
                instructions,
                Vector.empty());
        return format.compile(message)
                .getOrElseThrow(refusal -> new IllegalStateException("the demo's own transaction: " + refusal));
    }

    private void sent(BuiltTransaction built) {
        Either<SubmitRefusal, Signature> outcome = custody.submit(signed(built));
        outcome.forEach(this::arrived);
        outcome.swap().forEach(refusal -> narrator.broken(new BuildWording(names).of(refusal)));
    }

    private void arrived(Signature signature) {
        boolean succeeded = chain.statuses(Vector.of(signature))
                .get()
                .head()
                .exists(status -> status.failure().isEmpty());
        holds("landed", "signature " + Names.shorten(signature.toString()), succeeded);
    }

    private void told(String attempt, String reason, boolean expected) {
        if (expected) {
            narrator.refused(attempt, reason);
        } else {
            narrator.broken(attempt + ": refused for another reason: " + reason);
        }
    }

    private static String phase(Phase phase) {
        return switch (phase) {
            case Phase.Complete complete -> ", done once it lands";
            case Phase.AwaitingVotes(int votes, var threshold) ->
                ", then %d of %d votes".formatted(votes, threshold.value());
            case Phase.AwaitingTimeLock(var timeLock, UnixTime at) ->
                ", then locked for %d s, until %s".formatted(timeLock.seconds(), at);
            case Phase.AwaitingExecution awaiting -> ", then to be executed";
            case Phase.NeverExecutable never -> ", never to be executed";
        };
    }

    private String cost(FeeQuote fee) {
        String network = Names.sol(fee.networkFee()) + " network fee";
        if (fee.rents().isEmpty()) {
            return network;
        }
        String rent = network + ", " + Names.sol(fee.rent()) + " rent";
        return fee.rents()
                .flatMap(FeeQuote.Rent::returnsTo)
                .headOption()
                .map(collector -> rent + ", of which %s can come back to %s".formatted(Names.sol(returning(fee)), names.of(collector)))
                .getOrElse(rent);
    }

    private static BaseUnits returning(FeeQuote fee) {
        return fee.rents()
                .filter(rent -> rent.returnsTo().isDefined())
                .map(FeeQuote.Rent::lamports)
                .fold(BaseUnits.ZERO, (sum, lamports) -> sum.plus(lamports).getOrElse(BaseUnits.MAX));
    }
}
