package dev.mandate.testkit.host;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.Custody;
import dev.mandate.ports.api.custody.Proposable;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Votes on two payments, and their executions. Each of them is built and signed at each step. After the next one has landed, each is built again, and what
 * was signed before is submitted where that is refused.
 */
final class RefusalWalk {

    private final HostFixture fixture;
    private final Custody custody;
    private final long first;
    private final Array<BuildRequest> requests;
    private Map<BuildRequest, Prepared> prepared = LinkedHashMap.empty();
    private Array<String> differences = Array.empty();
    private int refused;

    /** A transaction that was built before, with its signatures. */
    private record Prepared(UnsignedTransaction unsigned, Map<Address, Signature> signatures) {}

    RefusalWalk(HostFixture fixture) {
        this.fixture = fixture;
        this.custody = fixture.custody();
        this.first = proposed("one");
        this.requests = Array.of(first, proposed("other")).flatMap(index -> fixture.signers()
                .<BuildRequest>flatMap(voter -> Array.of(Vote.values()).map(vote -> vote(index, vote, voter)))
                .append(execution(index)));
    }

    private long proposed(String name) {
        Bytes payment = new SolanaFormat()
                .compile(new Message(
                        MessageVersion.LEGACY,
                        fixture.account,
                        fixture.host.adapters().chain().latestBlockhash().get().blockhash(),
                        Array.of(SystemProgram.transfer(fixture.account, fixture.receiver(), BaseUnits.of(1))),
                        Array.empty()))
                .get()
                .transaction();
        BuildRequest request = new BuildRequest.Propose(
                fixture.account, new Proposable.Transaction(payment), fixture.host.first(), fixture.options());
        TransactionPlan plan = HostFixture.built(custody, request);
        var unused = fixture.lands(request, "propose/" + name);
        return plan.index().get();
    }

    private BuildRequest vote(long index, Vote vote, Address voter) {
        return new BuildRequest.CastVotes(fixture.account, index, vote, Array.of(voter), fixture.options());
    }

    private BuildRequest execution(long index) {
        return new BuildRequest.Execute(fixture.account, index, fixture.signers(), fixture.options());
    }

    /** One payment is executed, and the other one is cancelled. */
    RefusalWalk played() {
        Address ann = fixture.host.first();
        Address bob = fixture.host.second();
        prepare();
        for (BuildRequest next : Array.of(
                vote(first, Vote.APPROVE, ann),
                vote(first + 1, Vote.APPROVE, ann),
                vote(first, Vote.APPROVE, bob),
                vote(first + 1, Vote.APPROVE, bob),
                execution(first),
                vote(first + 1, Vote.CANCEL, ann),
                vote(first + 1, Vote.CANCEL, bob))) {
            lands(next);
            // The message that landed answers with its submission.
            requests.reject(next::equals).forEach(this::compare);
            prepare();
        }
        return this;
    }

    /** What one way refused and the other one did not. */
    Array<String> differences() {
        return differences;
    }

    /** How often both refused. */
    int refused() {
        return refused;
    }

    private void prepare() {
        prepared = requests.foldLeft(LinkedHashMap.empty(), (all, request) -> custody.build(request)
                .map(plan -> plan.single().unsigned())
                .fold(refusal -> all, unsigned -> all.put(request, new Prepared(unsigned, fixture.signatures(unsigned)))));
    }

    private void lands(BuildRequest next) {
        Either<SubmissionRefusal, Submission> answer = prepared.get(next)
                .map(this::submitted)
                .getOrElseThrow(() -> new AssertionError("not built: " + next));
        if (!answer.exists(submission -> submission.state() instanceof Submission.State.Confirmed)) {
            differences = differences.append("built, and not taken: " + next + ": " + answer);
        }
    }

    private void compare(BuildRequest request) {
        Option<BuildRefusal> whenBuilt = custody.build(request).swap().toOption();
        for (Prepared earlier : whenBuilt.flatMap(refusal -> prepared.get(request))) {
            Either<SubmissionRefusal, Submission> answer = submitted(earlier);
            if (answer.isRight()) {
                differences = differences.append("not built, and taken: " + request + ": " + whenBuilt.get());
            }
            refused++;
        }
    }

    private Either<SubmissionRefusal, Submission> submitted(Prepared one) {
        return fixture.submit(custody, one.unsigned(), one.signatures());
    }
}
