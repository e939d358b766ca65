package dev.mandate.testkit.host;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.IdempotencyKey;
import dev.mandate.ports.api.custody.PlanRefusal;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.SignatureGiven;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.custody.SubmitRequest;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.keys.TransactionSigner;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import dev.mandate.simulator.keys.KeyRing;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Either;

/** An account of the host's two addresses with 5 SOL, and the steps that the contract's tests share. */
final class HostFixture {

    static final long SOL = 1_000_000_000;

    final HostUnderTest host;
    final Address account;
    private final TestKey createKey = TestKey.of("host contract/create key");
    private int receivers;

    HostFixture(HostUnderTest host) {
        this.host = host;
        host.control().fund(host.first(), BaseUnits.of(100 * SOL));
        host.control().fund(host.second(), BaseUnits.of(100 * SOL));
        TransactionPlan plan = built(custody(), new BuildRequest.CreateAccount(
                createKey.address(), host.first(), Command.CreateAccount.ofEquals(2, host.first(), host.second()), BuildOptions.DEFAULT));
        var unused = landed(custody().submitAll(plan, signer(host.adapters()), new IdempotencyKey("create")));
        this.account = plan.account().address();
        host.control().fund(account, BaseUnits.of(5 * SOL));
    }

    /** A new instance over the open adapters. */
    Custody custody() {
        return host.custody(host.adapters());
    }

    /** The host's signer, and the key of the account's creation. */
    TransactionSigner signer(HostAdapters adapters) {
        KeyRing own = KeyRing.of(createKey);
        return unsigned -> unsigned.signers().contains(createKey.address())
                ? adapters.signer().sign(unsigned).thenCombine(own.sign(unsigned), (given, created) -> HashMap.ofAll(given)
                        .merge(HashMap.ofAll(created))
                        .toJavaMap())
                : adapters.signer().sign(unsigned);
    }

    BuildOptions options() {
        return BuildOptions.DEFAULT.paidBy(host.first());
    }

    Array<Address> signers() {
        return Array.of(host.first(), host.second());
    }

    /** A receiver that has had nothing but the least balance. */
    Address receiver() {
        Address receiver = TestKey.of("host contract/receiver " + receivers++).address();
        host.control().fund(receiver, BaseUnits.of(SOL));
        return receiver;
    }

    /** What a receiver has got, by way of no adapter. */
    long received(Address receiver) {
        return host.lamports(receiver).bits() - SOL;
    }

    BuildRequest payment(Address receiver, long lamports) {
        return new BuildRequest.Transfer(account, receiver, new Token.Sol(), BaseUnits.of(lamports), signers(), options());
    }

    static TransactionPlan built(Custody custody, BuildRequest request) {
        return custody.build(request).getOrElseThrow(refusal -> new AssertionError("not built: " + refusal));
    }

    /** Builds the request anew and submits it under a key. */
    Either<PlanRefusal, Array<Submission>> submitted(Custody custody, HostAdapters adapters, BuildRequest request, String key) {
        return custody.submitAll(built(custody, request), signer(adapters), new IdempotencyKey(key));
    }

    Array<Submission> lands(BuildRequest request, String key) {
        return landed(submitted(custody(), host.adapters(), request, key));
    }

    static Array<Submission> landed(Either<PlanRefusal, Array<Submission>> answer) {
        return answer.getOrElseThrow(refusal -> new AssertionError("not landed: " + refusal));
    }

    static <T> T answered(Either<BuildRefusal, T> answer) {
        return answer.getOrElseThrow(refusal -> new AssertionError("not answered: " + refusal));
    }

    /** Signatures of the host's signer. */
    Map<Address, Signature> signatures(UnsignedTransaction unsigned) {
        return HashMap.ofAll(host.adapters().signer().sign(unsigned).toCompletableFuture().join());
    }

    /** The bytes of a signed transaction. */
    static Bytes signed(UnsignedTransaction unsigned, Map<Address, Signature> signatures) {
        WireTransaction empty = WireTransaction.parse(unsigned.transaction())
                .getOrElseThrow(problem -> new AssertionError("no transaction: " + problem));
        return signatures.foldLeft(empty, (filled, one) -> filled.withSignature(one._1, one._2)
                        .getOrElseThrow(problem -> new AssertionError("no signer: " + problem)))
                .serialize();
    }

    Either<SubmissionRefusal, Submission> submit(Custody custody, UnsignedTransaction unsigned, Map<Address, Signature> signatures) {
        Array<SignatureGiven> given = signatures.toArray().map(one -> new SignatureGiven(one._1, one._2));
        return custody.submit(SubmitRequest.of(account, unsigned.transaction()).signed(given), new Retry.Unnamed());
    }
}
