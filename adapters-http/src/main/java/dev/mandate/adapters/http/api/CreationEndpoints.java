package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.error.ErrorCode;
import dev.mandate.adapters.http.error.Failure;
import dev.mandate.adapters.http.error.Problem;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Dialect;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Method;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.adapters.http.json.ObjectReader.Unknown;
import dev.mandate.adapters.http.json.Shape;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.adapters.http.refusal.DeskFailures;
import dev.mandate.adapters.http.codec.WireObjects;
import dev.mandate.adapters.http.codec.WireShapes;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Memo;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.ports.desk.Creation;
import dev.mandate.ports.desk.CreationOrder;
import io.vavr.collection.Vector;
import io.vavr.control.Either;
import io.vavr.control.Option;
import tools.jackson.databind.node.ObjectNode;

/** Accounts that the service makes, at the operator's cost. */
final class CreationEndpoints {

    private final DeskEndpoints desk;

    CreationEndpoints(DeskEndpoints desk) {
        this.desk = desk;
    }

    Vector<Endpoint> neutral() {
        return Vector.of(
                desk.of(Method.POST, "/api/v1/smart-accounts", Scope.CREATE, Dialect.NEUTRAL, at -> create(at, "admin_address", CreationEndpoints::view)),
                desk.of(
                        Method.POST,
                        "/api/v0/smart_account/transaction/create",
                        Scope.CREATE,
                        Dialect.NEUTRAL,
                        at -> create(at, "config_authority", CreationEndpoints::view)));
    }

    Vector<Endpoint> grid() {
        return Vector.of(desk.of(Method.POST, "/api/grid/v1/accounts", Scope.CREATE, Dialect.GRID, this::createForGrid));
    }

    private interface View {
        ObjectNode of(Creation creation);
    }

    private static Either<Failure, Answer> create(DeskCall at, String adminField, View view) {
        return at.call().body().flatMap(body -> {
            ObjectReader in = ObjectReader.of(body, Unknown.REFUSED);
            in.reject(at.call().query().problems());
            return order(in, WireShapes.SIGNERS, adminField, in)
                    .mapLeft(Failure::of)
                    .flatMap(order -> ordered(at, order, view, Vector.empty()));
        });
    }

    private static Either<Vector<Problem>, CreationOrder> order(
            ObjectReader terms, Shape<Vector<Signer>> signerList, String adminField, ObjectReader outer) {
        String signersField = adminField.equals("grid") ? "signers" : "smart_account_signers";
        Option<Vector<Signer>> signers = terms.required(signersField, signerList);
        Option<Threshold> threshold = terms.required("threshold", WireShapes.THRESHOLD);
        Option<TimeLock> timeLock = terms.optional("time_lock", WireShapes.TIME_LOCK);
        Option<Address> admin = terms.optional(
                        adminField.equals("grid") ? "admin_address" : adminField, WireShapes.ADMIN)
                .flatMap(given -> given);
        Option<Address> collector = terms.optional("rent_collector", Shapes.ADDRESS);
        Option<Memo> memo = outer.optional("memo", WireShapes.MEMO);
        return terms.finish(() -> new CreationOrder(
                new Command.CreateAccount(
                        signers.get(),
                        threshold.get(),
                        timeLock.getOrElse(TimeLock.NONE),
                        admin.<AdminControl>map(AdminControl.HeldBy::new).getOrElse(AdminControl.None::new),
                        collector),
                memo));
    }

    private static Either<Failure, Answer> ordered(
            DeskCall at, CreationOrder order, View view, Vector<String> ignored) {
        return at.retry()
                .flatMap(retry -> at.desk()
                        .create(order, retry)
                        .mapLeft(refusal -> DeskFailures.of(refusal, at.call().at())))
                .map(creation -> new Answer.Json(status(creation), view.of(creation), ignored));
    }

    private static int status(Creation creation) {
        return switch (creation.status()) {
            case CREATED -> 201;
            case PENDING, FAILED -> 202;
        };
    }

    private static ObjectNode view(Creation creation) {
        ObjectNode body = Json.object()
                .put("smart_account_address", creation.account().address().toString())
                .put("multisig_address", creation.account().settings().toString())
                .put("status", statusWord(creation));
        WireObjects.signers(body.putArray("smart_account_signers"), creation.terms().signers());
        WireObjects.signers(body.putArray("signers"), creation.terms().signers());
        return body.put("threshold", creation.terms().threshold().value())
                .put("submission_id", creation.submission().text());
    }

    private static String statusWord(Creation creation) {
        return switch (creation.status()) {
            case CREATED -> "created";
            case PENDING -> "pending";
            case FAILED -> "failed";
        };
    }

    private Either<Failure, Answer> createForGrid(DeskCall at) {
        return at.call().body().flatMap(body -> {
            ObjectReader in = ObjectReader.of(body, Unknown.IGNORED);
            Option<String> type = in.required("type", Shapes.TEXT);
            if (type.contains("email")) {
                return Either.left(Failure.at(
                        "type", ErrorCode.NOT_OFFERED, "This server makes no accounts by e-mail; send type signers."));
            }
            if (type.exists(word -> !word.equals("signers"))) {
                in.reject("type", ErrorCode.NOT_AN_OPTION, "type must be one of signers, email.");
            }
            in.allow("grid_user_id");
            Option<CreationOrder> order = in.required(
                    "policies",
                    Shapes.object(Unknown.IGNORED, fields -> order(fields, WireShapes.GRID_SIGNERS, "grid", in)));
            return in.finish(order::get)
                    .mapLeft(Failure::of)
                    .flatMap(complete -> ordered(at, complete, CreationEndpoints::gridView, in.ignored()));
        });
    }

    private static ObjectNode gridView(Creation creation) {
        ObjectNode body = Json.object()
                .put("type", "signers")
                .put("address", creation.account().address().toString())
                .put("multisig_address", creation.account().settings().toString())
                .put("status", statusWord(creation))
                .putNull("grid_user_id");
        ObjectNode policies = body.putObject("policies");
        WireObjects.signers(policies.putArray("signers"), creation.terms().signers());
        policies.put("threshold", creation.terms().threshold().value())
                .put("time_lock", creation.terms().timeLock().seconds());
        WireObjects.address(policies, "admin_address", switch (creation.terms().admin()) {
            case AdminControl.None none -> Option.none();
            case AdminControl.HeldBy(Address admin) -> Option.some(admin);
        });
        return body;
    }
}
