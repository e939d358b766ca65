package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.BuilderFields;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Content;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Method;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.TransactionView;
import dev.mandate.ports.api.refusal.BuildFailures;
import dev.mandate.ports.api.refusal.Failure;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** The steps of an existing transaction: open for votes, vote, execute, close. */
final class LifeCycleEndpoints {

    private static final String STEP = "/api/v1/smart-accounts/{address}/transactions/{index}/";

    private LifeCycleEndpoints() {}

    static Array<Endpoint> all(TenantEndpoints service) {
        return Array.of(
                        service.build(Method.POST, STEP + "propose", LifeCycleEndpoints::propose),
                        service.build(Method.POST, STEP + "approve", at -> vote(at, Vote.APPROVE)),
                        service.build(Method.POST, STEP + "reject", at -> vote(at, Vote.REJECT)),
                        service.build(Method.POST, STEP + "cancel", at -> vote(at, Vote.CANCEL)),
                        service.build(Method.POST, STEP + "execute", LifeCycleEndpoints::execute),
                        service.build(Method.POST, STEP + "close", LifeCycleEndpoints::close))
                .map(step -> step.reading(Content.OPTIONAL_JSON));
    }

    /** A draft, perhaps another client's, is opened for votes. */
    private static Either<Failure, Answer> propose(TenantCall at) {
        return step(at, (call, index, fields) -> at.account(call.account())
                .flatMap(view -> call.proposer(view, fields))
                .map(signer -> new BuildRequest.Activate(call.account(), index, signer, fields.options())));
    }

    private static Either<Failure, Answer> vote(TenantCall at, Vote vote) {
        return step(at, (call, index, fields) -> fields.signers()
                .<Either<Failure, BuildRequest>>map(voters ->
                        Either.right(new BuildRequest.CastVotes(call.account(), index, vote, voters, fields.options())))
                .getOrElse(() -> at.custody()
                        .transaction(call.account(), index)
                        .mapLeft(BuildFailures::of)
                        .map(view -> new BuildRequest.CastVotes(
                                call.account(), index, vote, electorate(at, view, vote), fields.options()))));
    }

    /** If no voter is named: the voters to ask that have a key. */
    private static Array<Address> electorate(TenantCall at, TransactionView view, Vote vote) {
        Array<Address> able = view.electorate(vote).filter(at.service()::canSign);
        // If no such voter is left, the rules report the reason.
        return able.isEmpty() ? view.mayStillVote() : able;
    }

    private static Either<Failure, Answer> execute(TenantCall at) {
        return step(at, (call, index, fields) -> call.signers(fields)
                .map(signers -> new BuildRequest.Execute(call.account(), index, signers, fields.options())));
    }

    /** Anyone may close a finished transaction. */
    private static Either<Failure, Answer> close(TenantCall at) {
        return step(at, (call, index, fields) -> call.signers(fields)
                .map(signers -> new BuildRequest.Close(
                        call.account(), index, fields.payer().getOrElse(signers::head), fields.options())));
    }

    /** Makes the engine's request for one step. */
    private interface Step {
        Either<Failure, BuildRequest> request(BuilderCall call, long index, BuilderFields fields);
    }

    private static Either<Failure, Answer> step(TenantCall at, Step step) {
        BuilderCall call = BuilderCall.of(at);
        Option<Long> index = call.reading().index();
        BuilderFields fields = call.fields();
        if (fields.payer().isEmpty()) {
            call.reading().renames("fee_config.payer_address", "transaction_signers");
        }
        return call.answer(() -> step.request(call, index.get(), fields));
    }
}
