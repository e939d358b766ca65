package dev.mandate.app.demo;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Array;
import java.util.function.Consumer;

/** Large amounts: prepared, signed by two, locked, cancelled, executed. */
record TransferScenario(
        DemoSession session, Address account, Address alice, Address bob, Address carol, Address mallory, Address erin) {

    /** More than 300 blocks. After these a missing transaction has certainly expired, whichever node answers. */
    private static final long LIFETIME_SECONDS = 150;

    void atOnce() {
        String amount = session.sol(2 * Demo.SOL);
        BaseUnits before = session.balance(account);
        session.output().step("They send " + amount + ": proposed, approved twice and executed in one transaction");
        session.refuses("Bob and Mallory sign", prepare(2 * Demo.SOL, bob, mallory), "not_a_signer", "signers_insufficient");
        session.refuses("Bob alone signs", prepare(2 * Demo.SOL, bob), "signers_insufficient");
        session.refuses(
                "instructions of 1,050 bytes or more",
                prepare(session.draft(account, longTransfer()), bob, carol),
                "instructions_too_long");
        session.refuses(
                "a transfer of Bob's own money",
                prepare(session.draft(bob, transfer(bob, Demo.SOL)), bob, carol),
                "account_does_not_sign");
        attack(new BuiltTransaction(session.send(prepare(2 * Demo.SOL, bob, carol)).body()));
        session.lands(amount + " to Erin, signed by Bob and Carol", account, prepare(2 * Demo.SOL, bob, carol), this::twice);
        session.holdsBalance(account, before.minus(session.amount(2 * Demo.SOL)).get());
    }

    private void attack(BuiltTransaction built) {
        Array<Address> all = built.signers();
        session.refuses(
                "one signature is missing",
                DemoSession.submission(account, session.signedBy(all.dropRight(1), built)),
                "signatures_missing");
        session.refuses("one signature is forged", DemoSession.submission(account, forged(built)), "signature_invalid");
        session.refuses(
                "Bob's own money once more, signed and handed in as if it were the account's",
                DemoSession.submission(account, session.selfMade(bob, built.blockhash(), transfer(bob, Demo.SOL))),
                "foreign_instruction");
    }

    /** The same transaction is the same submission, even if it is submitted again. */
    private void twice(BuiltTransaction built) {
        DemoCall again = DemoSession.submission(account, session.signed(built));
        DemoReply reply = session.send(again);
        session.holds(
                "once",
                "the very same bytes again: " + reply.text("/status") + " as before, and sent nowhere"
                        + session.output().aside(again.shown()),
                reply.status() == 200 && reply.text("/status").equals("confirmed"));
    }

    void cancelled() {
        DemoNetwork.Pace pace = session.pace();
        session.output().step("A transfer of " + session.sol(3 * Demo.SOL) + " is approved, and cancelled while the time lock runs");
        approve(3 * Demo.SOL, prepared -> {
            long index = prepared.index();
            session.refuses("Carol executes it right away", step(index, "execute", carol), "time_locked");
            pastTheRules(index);
            session.lands("Alice and Bob cancel it", account, step(index, "cancel", alice, bob));
            session.pass(pace.timeLockSeconds());
            session.refuses("Carol executes it after " + pace.timeLockText(), step(index, "execute", carol), "transaction_state");
            session.refuses("Bob approves it again", step(index, "approve", bob), "transaction_state");
            BaseUnits before = session.balance(account);
            session.lands("its rent goes back to the account; Bob pays the fee", account, step(index, "close", bob));
            session.holds(
                    "reads",
                    "the account got the rent back",
                    prepared.returned().compareTo(BaseUnits.ZERO) > 0
                            && before.plus(prepared.returned()).contains(session.balance(account)));
        });
    }

    void executed() {
        BaseUnits before = session.balance(account);
        DemoNetwork.Pace pace = session.pace();
        session.output().step("A transfer of %s is approved, waits for %s, and is executed".formatted(session.sol(Demo.SOL), pace.timeLockText()));
        approve(Demo.SOL, prepared -> {
            long index = prepared.index();
            long remaining = switch (pace) {
                case ADVANCED -> {
                    session.pass(pace.timeLockSeconds() - 1);
                    session.refuses("Carol executes it a second too early", step(index, "execute", carol), "time_locked");
                    yield 1;
                }
                case REAL -> {
                    session.refuses("Carol executes it too early", step(index, "execute", carol), "time_locked");
                    yield pace.timeLockSeconds();
                }
            };
            session.pass(remaining);
            session.refuses("Mallory executes it", step(index, "execute", mallory), "not_a_signer", "signers_insufficient");
            session.lands("Carol executes it", account, step(index, "execute", carol));
            session.refuses("Carol executes it twice", step(index, "execute", carol), "transaction_state");
        });
        session.holdsBalance(account, before.minus(session.amount(Demo.SOL)).get());
    }

    private void approve(long lamports, Consumer<BuiltTransaction> next) {
        session.lands("prepared and approved by Alice and Bob", account, prepare(lamports, alice, bob), next);
    }

    /**
     * Carol writes the instruction herself. It belongs to the account, so the service simulates it on the chain, whose program
     * enforces the same rule. Nothing is sent, so the same bytes count as new until their blockhash expires.
     */
    private void pastTheRules(long index) {
        Address settings = Address.parse(session.send(DemoCall.get(Demo.path(account))).text("/multisig_address")).get();
        AccountRef ref = new AccountRef(account, new SettingsAddress(settings));
        SquadsV4Program program = SquadsV4Program.PUBLIC;
        Instruction execution = program.store(ref, 0, transfer(account, 3 * Demo.SOL), Array.empty())
                .map(content -> program.encode(
                        ref, new Operation.ExecuteInstructions(carol, index, content, Array.empty())))
                .get();
        BuiltTransaction recent = new BuiltTransaction(session.send(step(index, "cancel", carol)).body());
        DemoCall submission =
                DemoSession.submission(account, session.selfMade(carol, recent.blockhash(), Array.of(execution)));
        session.refuses("Carol writes the execution herself, past all builders", submission, "simulation_failed");
        switch (session.pace()) {
            case ADVANCED -> {
                session.pass(LIFETIME_SECONDS);
                session.refuses("the same bytes, now that their blockhash is dead", submission, "blockhash_expired");
            }
            case REAL -> session.output().fact("left out", "the same bytes, once their blockhash is dead");
        }
    }

    private DemoCall prepare(long lamports, Address... signers) {
        return prepare(session.draft(account, transfer(account, lamports)), signers);
    }

    private DemoCall prepare(Bytes transaction, Address... signers) {
        return Demo.prepare(account, transaction, signers);
    }

    private DemoCall step(long index, String step, Address... signers) {
        return Demo.step(account, index, step, signers);
    }

    private Array<Instruction> transfer(Address from, long lamports) {
        return Array.of(SystemProgram.transfer(from, erin, session.amount(lamports)));
    }

    /** 62 transfers to itself of 17 bytes each are 1,054 bytes of instructions. */
    private Array<Instruction> longTransfer() {
        return Array.fill(62, () -> SystemProgram.transfer(account, account, BaseUnits.of(1)));
    }

    /** Flips one bit of the last signature. */
    private Bytes forged(BuiltTransaction built) {
        WireTransaction signed = WireTransaction.parse(session.signed(built)).get();
        Address victim = built.signers().last();
        byte[] turned = signed.signatureOf(victim).get().bytes().toArray();
        turned[0] ^= 1;
        return signed.withSignature(victim, new Signature(Bytes.of(turned))).get().serialize();
    }
}
