package dev.mandate.app.demo;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.format.SolanaFormat;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.collection.Set;
import java.time.Duration;
import java.util.function.Consumer;

/** The people of the demo with their keys, their client of the service, and the output. */
final class DemoSession {

    private static final String V1 = "/api/v1/smart-accounts/";
    private static final int LOOKS = 200;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

    private final SolanaFormat format = new SolanaFormat();
    private final DemoClient client;
    private final DemoOutput output;
    private KeyRing keys = KeyRing.of();
    private AddressNames names = AddressNames.common();

    DemoSession(DemoOutput output, DemoClient client) {
        this.output = output;
        this.client = client;
    }

    /** Returns a person with a key and some SOL for fees. */
    Address person(String name) {
        Address address = key(name);
        DemoReply reply = client.send(funding(address, BaseUnits.of(5 * Demo.SOL)));
        if (reply.isRefusal()) {
            output.broken(name + " gets no money: " + reason(reply));
        }
        return address;
    }

    /** Returns a new key. */
    Address key(String name) {
        TestKey key = TestKey.of("demo/" + name);
        keys = keys.with(key);
        name(key.address(), name);
        return key.address();
    }

    void name(Address address, String name) {
        names = names.with(address, name);
    }

    void fund(Address address, BaseUnits lamports) {
        DemoCall call = funding(address, lamports);
        DemoReply reply = client.send(call);
        holds(
                "funded",
                names.of(address) + " receives " + AddressNames.sol(lamports) + output.aside(call.shown()),
                !reply.isRefusal());
    }

    void pass(long seconds) {
        DemoCall call = DemoCall.post("/api/v1/simulated/advance", DemoBody.empty().put("seconds", seconds));
        DemoReply reply = client.send(call);
        if (reply.isRefusal()) {
            output.broken("time stands still: " + reason(reply));
        } else {
            output.fact("time", seconds + " s pass" + output.aside(call.shown()));
        }
    }

    DemoOutput output() {
        return output;
    }

    DemoReply send(DemoCall call) {
        return client.send(call);
    }

    /** Requests an account; the service builds, signs and sends the transaction itself. */
    void creates(String asked, DemoCall call, Consumer<Address> next) {
        output.asked(asked, call.shown());
        DemoReply reply = client.send(call);
        if (reply.isRefusal()) {
            output.broken("refused: " + reason(reply));
            return;
        }
        holds(
                "landed",
                "made and paid for by the operator: " + reply.text("/status"),
                reply.status() == 201 && reply.text("/status").equals("created"));
        next.accept(Address.parse(reply.text("/smart_account_address")).get());
    }

    /** Requests a transaction, signs with all required signers and submits, one transaction after the other. Prints each step. */
    void lands(String asked, Address account, DemoCall call) {
        lands(asked, account, call, built -> {});
    }

    /** Does the same, then calls {@code next} with the builder's answer. */
    void lands(String asked, Address account, DemoCall call, Consumer<Built> next) {
        output.asked(asked, call.shown());
        DemoReply reply = client.send(call);
        if (reply.isRefusal()) {
            output.broken("refused: " + reason(reply));
            return;
        }
        Built built = new Built(reply.body());
        output.fact("decided", "allowed" + built.phase());
        for (Built step : built.steps()) {
            output.fact(
                    "built",
                    step.name() + step.transaction().length() + " bytes, to be signed by " + names.of(step.signers()));
            output.fact("costs", step.cost(names));
            handIn(account, signed(step));
        }
        next.accept(built);
    }

    /** Sends a request that must be refused with exactly these codes, the main code first. */
    void refuses(String attempt, DemoCall call, String... codes) {
        told(attempt, call, client.send(call), codes);
    }

    /** Does the same without an API key. */
    void refusesStrangers(String attempt, DemoCall call, String... codes) {
        told(attempt, call, client.sendUnauthenticated(call), codes);
    }

    private void told(String attempt, DemoCall call, DemoReply reply, String... codes) {
        if (!reply.isRefusal()) {
            output.broken(attempt + ": this should have been refused");
        } else if (isFor(reply, Array.of(codes))) {
            output.refused(attempt, call.shown(), reason(reply));
        } else {
            output.broken(attempt + ": refused for another reason: " + reason(reply));
        }
    }

    private static boolean isFor(DemoReply reply, Array<String> codes) {
        Set<String> expected = codes.toSet();
        return reply.codes().head().equals(codes.head()) && reply.codes().toSet().equals(expected);
    }

    void holds(String label, String text, boolean as) {
        if (as) {
            output.held(label, text);
        } else {
            output.broken(text + ": not so");
        }
    }

    /** Compares the balance of {@code account} with the expected one. */
    void holdsBalance(Address account, String sol) {
        DemoCall call = DemoCall.get(V1 + account + "?balances=true");
        holds(
                "reads",
                "the account holds " + sol + " SOL" + output.aside(call.shown()),
                client.send(call).text("/balances/0/amount_decimal").equals(sol));
    }

    /** Returns the balance of {@code account}. */
    BaseUnits balance(Address account) {
        return BaseUnits.parse(client.send(DemoCall.get(V1 + account + "?balances=true")).text("/balances/0/amount"))
                .getOrElse(BaseUnits.ZERO);
    }

    /** Returns the call that submits a signed transaction. */
    static DemoCall submission(Address account, Bytes transaction) {
        return DemoCall.post(V1 + account + "/submit", DemoBody.empty().transaction(transaction));
    }

    Bytes signed(Built built) {
        return keys.sign(built.transaction());
    }

    Bytes signedBy(Seq<Address> signers, Built built) {
        return keys.signAs(signers, built.transaction());
    }

    /** Returns the client's own transaction, signed with all its keys. */
    Bytes selfMade(Address payer, Blockhash lifetime, Array<Instruction> instructions) {
        return keys.sign(unsigned(payer, lifetime, instructions));
    }

    /** Returns a transaction to be prepared or proposed; the service sets its lifetime. */
    Bytes draft(Address payer, Array<Instruction> instructions) {
        return unsigned(payer, new Blockhash(Bytes32.ZERO), instructions);
    }

    private Bytes unsigned(Address payer, Blockhash lifetime, Array<Instruction> instructions) {
        return format.compile(new Message(MessageVersion.LEGACY, payer, lifetime, instructions, Array.empty()))
                .getOrElseThrow(refusal -> new IllegalStateException("the demo's own transaction: " + refusal))
                .transaction();
    }

    private void handIn(Address account, Bytes transaction) {
        DemoCall submission = submission(account, transaction);
        DemoReply taken = client.send(submission);
        if (taken.isRefusal()) {
            output.broken("not taken: " + reason(taken));
            return;
        }
        DemoCall look = DemoCall.get("/api/v1/submissions/" + taken.text("/submission_id"));
        DemoReply ended = awaitEnd(look);
        holds(
                "landed",
                ended.text("/status") + output.aside(submission.shown() + ", " + look.shown()),
                ended.text("/status").equals("confirmed"));
    }

    /** Polls until the transaction has landed for good or never will. */
    private DemoReply awaitEnd(DemoCall look) {
        DemoReply seen = client.send(look);
        for (int looks = 1; looks < LOOKS && isOpen(seen); looks++) {
            try {
                Thread.sleep(BETWEEN_LOOKS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return seen;
            }
            seen = client.send(look);
        }
        return seen;
    }

    private static boolean isOpen(DemoReply submission) {
        return Array.of("built", "signed", "sent", "unknown").contains(submission.text("/status"));
    }

    private static DemoCall funding(Address address, BaseUnits lamports) {
        return DemoCall.post(
                "/api/v1/simulated/fund",
                DemoBody.empty().address("address", address).put("lamports", lamports.toString()));
    }

    /** Returns a refusal with the service's messages. */
    String reason(DemoReply reply) {
        return reply.status() + " " + names.told(reply.words().mkString(" "));
    }
}
