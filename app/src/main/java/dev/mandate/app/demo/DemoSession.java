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
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/** The people of the demo with their keys, their client of the service, and the output. */
final class DemoSession {

    /** Two minutes. A transaction has landed or expired by then. */
    private static final int MAX_POLLS = 2_400;
    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);

    private final SolanaFormat format = new SolanaFormat();
    private final DemoClient client;
    private final DemoNetwork network;
    private final DemoOutput output;
    private KeyRing keys = KeyRing.of();
    private DemoNames names = DemoNames.common();

    DemoSession(DemoOutput output, DemoClient client, DemoNetwork network) {
        this.output = output;
        this.client = client;
        this.network = network;
    }

    DemoNetwork.Pace pace() {
        return network.pace();
    }

    /** Returns the demo's amount for {@code lamports}. */
    BaseUnits amount(long lamports) {
        return network.amount(lamports);
    }

    /** Returns the text of {@link #amount}. */
    String sol(long lamports) {
        return DemoNames.sol(amount(lamports));
    }

    /** Returns a person with a key and some SOL for fees. */
    Address person(String name) {
        Address address = key(name);
        network.fund(address, amount(Demo.SOL)).swap().forEach(why -> output.broken(name + " gets no money: " + why));
        return address;
    }

    /** Returns a new key. */
    Address key(String name) {
        TestKey key = TestKey.of(network.keyLabel(name));
        keys = keys.with(key);
        name(key.address(), name);
        return key.address();
    }

    void name(Address address, String name) {
        names = names.with(address, name);
    }

    void fund(Address address, BaseUnits lamports) {
        Either<String, String> funded = network.fund(address, lamports);
        String text = names.of(address) + " receives " + DemoNames.sol(lamports);
        funded.forEach(call -> output.held("funded", text + output.aside(call)));
        funded.swap().forEach(why -> output.broken(text + ": " + why));
    }

    /** Funds the operator's fee payer if it needs that. */
    void fundOperator() {
        BaseUnits lamports = network.operatorFunds();
        if (!lamports.isZero()) {
            Address operator = Address.parse(client.send(DemoCall.get("/api/v1/service")).text("/networks/devnet/fee_payer")).get();
            name(operator, "the operator");
            fund(operator, lamports);
        }
    }

    void pass(long seconds) {
        Either<String, String> passed = network.pass(seconds);
        passed.forEach(call -> output.fact("time", seconds + " s pass" + output.aside(call)));
        passed.swap().forEach(why -> output.broken("time stands still: " + why));
    }

    DemoOutput output() {
        return output;
    }

    DemoReply send(DemoCall call) {
        return client.send(call);
    }

    /** As {@link DemoClient#follow}. */
    Array<JsonNode> follow(DemoCall stream, Runnable meanwhile, Predicate<JsonNode> last) {
        return client.follow(stream, meanwhile, last);
    }

    /** Requests an account; the service builds, signs and sends the transaction itself. */
    void creates(String request, DemoCall call, Consumer<Address> next) {
        output.asked(request, call.shown());
        accepted("refused: ", call).forEach(reply -> {
            DemoReply ended = awaitEnd(submission(reply));
            holds(
                    "landed",
                    "made and paid for by the operator: " + ended.text("/status"),
                    ended.text("/status").equals("confirmed"));
            next.accept(Address.parse(reply.text("/smart_account_address")).get());
        });
    }

    /** Sends a request; none if it is refused, which is printed after {@code label}. */
    private Option<DemoReply> accepted(String label, DemoCall call) {
        DemoReply reply = client.send(call);
        if (reply.isRefusal()) {
            output.broken(label + reason(reply));
        }
        return Option.when(!reply.isRefusal(), reply);
    }

    /** Requests a transaction, signs with all required signers and submits, one transaction after the other. Prints each step. */
    void lands(String request, Address account, DemoCall call) {
        lands(request, account, call, built -> {});
    }

    /** Does the same, then calls {@code next} with the builder's answer. */
    void lands(String request, Address account, DemoCall call, Consumer<BuiltTransaction> next) {
        output.asked(request, call.shown());
        accepted("refused: ", call).map(reply -> new BuiltTransaction(reply.body())).forEach(built -> {
            output.fact("decided", "allowed" + built.phase());
            for (BuiltTransaction step : built.steps()) {
                output.fact(
                        "built",
                        step.name() + step.transaction().length() + " bytes, to be signed by " + names.of(step.signers()));
                output.fact("costs", step.cost(names));
                submit(submission(account, signed(step)));
            }
            next.accept(built);
        });
    }

    /** Sends a request that must be refused with exactly these codes, the main code first. */
    void refuses(String attempt, DemoCall call, String... codes) {
        expectRefusal(attempt, call, client.send(call), codes);
    }

    /** Does the same without an API key. */
    void refusesUnauthenticated(String attempt, DemoCall call, String... codes) {
        expectRefusal(attempt, call, client.sendUnauthenticated(call), codes);
    }

    private void expectRefusal(String attempt, DemoCall call, DemoReply reply, String... codes) {
        if (!reply.isRefusal()) {
            output.broken(attempt + ": this should have been refused");
        } else if (isFor(reply, Array.of(codes))) {
            output.refused(attempt + output.aside(call.shown()), reason(reply));
        } else {
            output.broken(attempt + ": refused for another reason: " + reason(reply));
        }
    }

    private static boolean isFor(DemoReply reply, Array<String> codes) {
        Set<String> expected = codes.toSet();
        return reply.codes().head().equals(codes.head()) && reply.codes().toSet().equals(expected);
    }

    void holds(String label, String text, boolean held) {
        if (held) {
            output.held(label, text);
        } else {
            output.broken(text + ": not so");
        }
    }

    /** Compares the balance of {@code account} with the expected one. */
    void holdsBalance(Address account, BaseUnits expected) {
        DemoCall call = balances(account);
        holds(
                "reads",
                "the account holds " + DemoNames.sol(expected) + output.aside(call.shown()),
                client.send(call).text("/balances/0/amount").equals(expected.toString()));
    }

    /** Returns the balance of {@code account}. */
    BaseUnits balance(Address account) {
        return BaseUnits.parse(client.send(balances(account)).text("/balances/0/amount")).getOrElse(BaseUnits.ZERO);
    }

    private static DemoCall balances(Address account) {
        return DemoCall.get(Demo.path(account) + "?balances=true");
    }

    /** Returns the call that submits a signed transaction. */
    static DemoCall submission(Address account, Bytes transaction) {
        return DemoCall.post(Demo.path(account) + "/submit").transaction(transaction);
    }

    Bytes signed(BuiltTransaction built) {
        return keys.sign(built.transaction());
    }

    Bytes signedBy(Seq<Address> signers, BuiltTransaction built) {
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

    /** Submits a transaction, and waits until it has landed. */
    void submit(DemoCall submission) {
        accepted("not taken: ", submission).map(DemoSession::submission).forEach(status -> {
            DemoReply ended = awaitEnd(status);
            holds(
                    "landed",
                    ended.text("/status") + output.aside(submission.shown() + ", " + status.shown()),
                    ended.text("/status").equals("confirmed"));
        });
    }

    /** Polls until the transaction has landed for good or never will. */
    private DemoReply awaitEnd(DemoCall status) {
        return awaited(() -> Option.of(client.send(status)).filter(seen -> !isOpen(seen))).getOrElse(() -> client.send(status));
    }

    /** Polls until there is a value; none after two minutes. */
    <T> Option<T> awaited(Supplier<Option<T>> poll) {
        Option<T> seen = poll.get();
        for (int polls = 1; polls < MAX_POLLS && seen.isEmpty(); polls++) {
            try {
                Thread.sleep(POLL_INTERVAL);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return seen;
            }
            seen = poll.get();
        }
        return seen;
    }

    private static boolean isOpen(DemoReply submission) {
        return Array.of("built", "signed", "sent", "unknown").contains(submission.text("/status"));
    }

    /** Returns the call that reads the submission that an answer names. */
    private static DemoCall submission(DemoReply reply) {
        return DemoCall.get("/api/v1/submissions/" + reply.text("/submission_id"));
    }

    /** Returns a refusal with the service's messages. */
    String reason(DemoReply reply) {
        return reply.status() + " " + names.named(reply.words().mkString(" "));
    }
}
