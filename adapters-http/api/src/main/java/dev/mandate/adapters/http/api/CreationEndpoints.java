package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.AccountPolicies;
import dev.mandate.adapters.http.codec.BuilderFields.Required;
import dev.mandate.adapters.http.codec.BuilderFields;
import dev.mandate.adapters.http.codec.ListedSigner;
import dev.mandate.adapters.http.codec.SignerAuthorities;
import dev.mandate.adapters.http.codec.WireObjects;
import dev.mandate.adapters.http.codec.WireShapes;
import dev.mandate.adapters.http.codec.WireShapes.PolicySigner;
import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Method;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.json.ObjectReader.Presence;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.adapters.http.json.Shape;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Memo;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.ports.api.custody.Retry;
import dev.mandate.ports.api.custody.TransactionVersion;
import dev.mandate.ports.api.refusal.BuildFailures;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.refusal.SubmissionFailures;
import dev.mandate.ports.api.refusal.TenantFailures;
import dev.mandate.ports.api.tenant.Creation;
import dev.mandate.ports.api.tenant.CreationOrder;
import dev.mandate.ports.api.tenant.SignerRole;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/** Creates accounts, at the operator's cost or the caller's. */
final class CreationEndpoints {

    /** The settings fields of the policies of a new account. */
    private static final Array<String> POLICIES = Array.of("threshold", "time_lock", "rent_collector", "admin_address");

    /** The kind of an account. */
    private enum Type {
        SIGNERS,
        EMAIL
    }

    private static final Shape<Type> TYPE = Shapes.word(LinkedHashMap.of("signers", Type.SIGNERS, "email", Type.EMAIL)).named("AccountType");

    private CreationEndpoints() {}

    static Array<Endpoint> all(TenantEndpoints service) {
        return Array.of(
                service.of(Method.POST, "/api/v1/smart-accounts", Scope.CREATE, at -> create(at, "admin_address", CreationEndpoints::view)),
                service.of(
                        Method.POST,
                        "/api/v0/smart_account/transaction/create",
                        Scope.CREATE,
                        at -> create(at, "config_authority", CreationEndpoints::view)),
                service.signIn("/accounts", Scope.CREATE, CreationEndpoints::createOfEitherType),
                service.signIn("/api/v1/accounts", Scope.CREATE, CreationEndpoints::createOfEitherType));
    }

    private interface View {
        ObjectNode of(Creation creation, Map<Address, SignerRole> roles, SignerAuthorities authorities);
    }

    private static Either<Failure, Answer> create(TenantCall at, String adminField, View view) {
        RequestReader reading = RequestReader.of(at);
        boolean dryRun = reading.dryRun();
        reading.renames("admin_address", adminField);
        Option<Memo> memo = reading.body().optional("memo", WireShapes.MEMO);
        OrderRead order = order(
                reading.body(), WireShapes.SIGNERS.map(signers -> signers.map(CreationEndpoints::withoutRole)), "smart_account_signers", adminField, memo);
        Option<Address> payer = BuilderFields.payer(reading.body(), Required.NEITHER);
        Option<TransactionVersion> version = reading.body().optional("transaction_version", WireShapes.TRANSACTION_VERSION);
        Option<Retry> retry = reading.retry();
        return reading.decide(() -> {
            Option<Address> other = payer.filter(given -> !at.service().feePayer().contains(given));
            TransactionVersion written = version.getOrElse(TransactionVersion.LEGACY_OR_V0);
            if (other.isEmpty() && version.isDefined()) {
                return Either.left(versionUnused());
            }
            Function<CreationOrder, Either<Failure, Answer>> quoted =
                    terms -> other.map(given -> quotedPaidBy(at, given, terms, written)).getOrElse(() -> quoted(at, terms));
            Function<CreationOrder, Either<Failure, Answer>> made =
                    terms -> other.map(given -> paidBy(at, given, terms, written)).getOrElse(() -> ordered(at, terms, retry.get(), view));
            return order.by(at, other.isDefined() ? at.boundForBuild(Option.none()) : at.boundForGood(), quoted).flatMap(dryRun ? quoted : made);
        });
    }

    private static PolicySigner withoutRole(ListedSigner signer) {
        return new PolicySigner(signer, Option.none());
    }

    private static Failure versionUnused() {
        return Failure.at(
                "transaction_version",
                ServerCode.NOT_AN_OPTION,
                "transaction_version is for accounts that another payer_address pays for: only their transactions are answered.");
    }

    private static Either<Failure, Answer> quotedPaidBy(
            TenantCall at, Address payer, CreationOrder order, TransactionVersion version) {
        return at.service().quotePaidBy(payer, order, version).map(fee -> Answer.ok(Verdicts.allowed(fee))).mapLeft(BuildFailures::of);
    }

    /** Creates an account at the caller's cost. The caller signs and submits the returned transaction. */
    private static Either<Failure, Answer> paidBy(
            TenantCall at, Address payer, CreationOrder order, TransactionVersion version) {
        return at.service()
                .createPaidBy(payer, order, version)
                .map(built -> Answer.ok(WireObjects.creation(built, order.terms().signers(), at.service()::authorityOf)))
                .mapLeft(BuildFailures::of);
    }

    /**
     * An order as it was read.
     *
     * @param terms the order with these signers. Call it only if the whole request could be read
     */
    private record OrderRead(Option<Array<ListedSigner>> listed, Function<Array<Signer>, CreationOrder> terms) {

        Either<Failure, CreationOrder> by(
                TenantCall at, TenantCall.SignerKeys made, Function<CreationOrder, Either<Failure, Answer>> judge) {
            return at.withSigners(listed.get(), made, terms.andThen(Either::right), judge);
        }
    }

    private static OrderRead order(
            ObjectReader terms,
            Shape<Array<PolicySigner>> signerList,
            String signersField,
            String adminField,
            Option<Memo> memo) {
        Option<Array<PolicySigner>> listed = terms.required(signersField, signerList);
        Option<Threshold> threshold = terms.required("threshold", WireShapes.THRESHOLD);
        Option<TimeLock> timeLock = terms.optional("time_lock", WireShapes.TIME_LOCK);
        Option<Address> admin = terms.optional(adminField, WireShapes.ADMIN).flatMap(given -> given);
        Option<Address> collector = terms.optional("rent_collector", Shapes.ADDRESS);
        return new OrderRead(listed.map(all -> all.map(PolicySigner::signer)), signers -> new CreationOrder(
                new Command.CreateAccount(
                        signers,
                        threshold.get(),
                        timeLock.getOrElse(TimeLock.NONE),
                        admin.<AdminControl>map(AdminControl.HeldBy::new).getOrElse(AdminControl.None::new),
                        collector),
                memo,
                signers.map(Signer::address)
                        .zip(listed.get().map(PolicySigner::role))
                        .filter(signer -> signer._2.isDefined())
                        .toLinkedMap(signer -> signer._1, signer -> signer._2.get())));
    }

    private static Either<Failure, Answer> quoted(TenantCall at, CreationOrder order) {
        return at.service()
                .quote(at.caller().keyLine(), order)
                .mapLeft(refusal -> TenantFailures.of(refusal, at.call().at()))
                .map(fee -> Answer.ok(Verdicts.allowed(fee)));
    }

    private static Either<Failure, Answer> ordered(TenantCall at, CreationOrder order, Retry retry, View view) {
        return at.service()
                .create(at.caller().keyLine(), order, retry)
                .mapLeft(refusal -> TenantFailures.of(refusal, at.call().at()))
                .flatMap(creation -> hopeful(at, creation))
                .map(creation -> Answer.of(isMade(creation) ? 201 : 202, view.of(creation, order.roles(), at.service()::authorityOf)));
    }

    /** Returns an account that exists or may still be created. If the chain refused it for good, the failure is that of its submission. */
    private static Either<Failure, Creation> hopeful(TenantCall at, Creation creation) {
        return switch (creation.status()) {
            case CREATED, PENDING -> Either.right(creation);
            case FAILED ->
                Either.left(at.custody()
                        .submission(creation.submission())
                        .flatMap(submission -> SubmissionFailures.of(submission, at.service()::programErrorName))
                        .getOrElse(() -> Failure.of(ErrorCode.TRANSACTION_FAILED, "The account was not made.")));
        };
    }

    private static boolean isMade(Creation creation) {
        return creation.status() == Creation.Status.CREATED;
    }

    private static ObjectNode view(Creation creation, Map<Address, SignerRole> none, SignerAuthorities authorities) {
        ObjectNode body = Json.object()
                .put("smart_account_address", creation.account().address().toString())
                .put("multisig_address", creation.account().settings().toString())
                .put("status", statusWord(creation));
        WireObjects.signers(body.putArray("smart_account_signers"), creation.terms().signers(), authorities);
        WireObjects.signers(body.putArray("signers"), creation.terms().signers(), authorities);
        return body.put("threshold", creation.terms().threshold().value())
                .put("submission_id", creation.submission().text());
    }

    private static String statusWord(Creation creation) {
        return isMade(creation) ? "created" : "pending";
    }

    /** Creates an account of named signers, or starts the creation of one by e-mail. */
    private static Either<Failure, Answer> createOfEitherType(TenantCall at) {
        RequestReader reading = RequestReader.of(at);
        ObjectReader in = reading.body();
        boolean isEmailAlone = in.presence("type") != Presence.VALUE && in.presence("email") == Presence.VALUE;
        return isEmailAlone || in.required("type", TYPE).contains(Type.EMAIL) ? EmailAccountEndpoints.register(at, reading) : createOfSigners(at, reading);
    }

    private static Either<Failure, Answer> createOfSigners(TenantCall at, RequestReader reading) {
        boolean dryRun = reading.dryRun();
        ObjectReader in = reading.body();
        in.allow("grid_user_id");
        reading.renames("smart_account_signers", "policies.signers");
        POLICIES.forEach(name -> reading.renames(name, "policies." + name));
        Option<Memo> memo = in.optional("memo", WireShapes.MEMO);
        Option<OrderRead> order = in.requiredObject("policies")
                .map(terms -> order(terms, WireShapes.POLICY_SIGNERS, "signers", "admin_address", memo));
        Option<Retry> retry = reading.retry();
        return reading.decide(() -> order.get().by(at, at.boundForGood(), terms -> quoted(at, terms)).flatMap(terms -> dryRun
                ? quoted(at, terms)
                : ordered(at, terms, retry.get(), CreationEndpoints::policiesView)));
    }

    private static ObjectNode policiesView(Creation creation, Map<Address, SignerRole> roles, SignerAuthorities authorities) {
        ObjectNode body = Json.object()
                .put("type", "signers")
                .put("address", creation.account().address().toString())
                .put("multisig_address", creation.account().settings().toString())
                .put("status", statusWord(creation))
                .putNull("grid_user_id");
        AccountPolicies.onto(
                body.putObject("policies"),
                creation.terms().signers(),
                creation.terms().threshold(),
                creation.terms().timeLock(),
                creation.terms().admin(),
                authorities);
        WireObjects.roles(body.get("policies").get("signers"), roles);
        return body;
    }
}
