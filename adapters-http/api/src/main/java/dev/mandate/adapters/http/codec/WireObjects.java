package dev.mandate.adapters.http.codec;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.mandate.adapters.http.error.FieldNames;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.explain.Explanation;
import dev.mandate.domain.filter.AccountFilters;
import dev.mandate.domain.enginelimit.Ending;
import dev.mandate.domain.enginelimit.EngineLimit;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.PolicyPeriod;
import dev.mandate.domain.spending.PolicyTerms;
import dev.mandate.domain.spending.Window;
import dev.mandate.ports.api.custody.AccountView;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.api.custody.FeeQuote;
import dev.mandate.ports.api.custody.KnownLimits;
import dev.mandate.ports.api.custody.LimitView;
import dev.mandate.ports.api.custody.Phase;
import dev.mandate.ports.api.custody.ReservedUse;
import dev.mandate.ports.api.custody.Step;
import dev.mandate.ports.api.custody.TokenBalance;
import dev.mandate.ports.api.custody.TransactionPlan;
import dev.mandate.ports.spi.keys.KmsPayload;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.ports.spi.program.TransferFee;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import dev.mandate.ports.api.refusal.BuildFailures;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.refusal.RefusalText;
import dev.mandate.ports.api.tenant.SignerRole;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes the interface's objects in answers. */
public final class WireObjects {

    public static final int SOL_DECIMALS = 9;

    private WireObjects() {}

    /** Writes {@code {field, code, message}} for each problem. */
    public static Array<ObjectNode> problems(Failure failure) {
        Array<ObjectNode> problems = failure.problems().take(Failure.MAX_PROBLEMS).map(problem -> Json.object()
                .put("field", FieldNames.of(problem))
                .put("code", problem.code().word())
                .put("message", problem.message()));
        // Clients need these to look up a transaction or a limit.
        Array.of("submission_id", "transaction_signature", "replaced_by").forEach(name ->
                failure.facts().get(name).forEach(value -> problems.head().put(name, value)));
        return problems;
    }

    /** {@code [{address, permissions}]}, with the authorities of managed signers. */
    public static void signers(ArrayNode array, Seq<Signer> signers, SignerAuthorities authorities) {
        signers.forEach(signer -> authorities.of(signer.address()).forEach(AuthorityObjects.onto(signer(array.addObject(), signer))));
    }

    /** Adds to written signers what the order of their account called them. */
    public static void roles(JsonNode signers, Map<Address, SignerRole> roles) {
        signers.forEach(signer -> Address.parse(signer.get("address").stringValue()).toOption()
                .flatMap(roles::get)
                .forEach(role -> ((ObjectNode) signer).put("role", role.word())));
    }

    /** {@code {address, permissions}}. */
    @CanIgnoreReturnValue
    static ObjectNode signer(ObjectNode object, Signer signer) {
        return object.put("address", signer.address().toString())
                .set("permissions", Json.texts(signer.permissions().toArray().map(Permission::name)));
    }

    /** Writes a smart account. */
    public static ObjectNode account(
            AccountView view, KnownLimits limits, AccountFilters filters, SignerAuthorities authorities, PolicySigners engines) {
        Settings settings = view.settings();
        ObjectNode object = Json.object()
                .put("smart_account_address", view.ref().address().toString())
                .put("multisig_address", view.ref().settings().toString());
        settings(object, settings.roster().signers(), settings.roster().threshold(), settings.timeLock(), settings.admin(), authorities);
        address(object, "config_authority", settings.admin().holder());
        address(object, "rent_collector", settings.rentCollector());
        addresses(object, "policy_signers", engines.addresses());
        return object.set("policies", policies(limits, filters, engines))
                .put("transaction_index", settings.transactionIndex())
                .put("stale_transaction_index", settings.staleTransactionIndex());
    }

    /** {@code {smart_account_signers, threshold, time_lock, admin_address}}. */
    @CanIgnoreReturnValue
    static ObjectNode settings(
            ObjectNode object,
            Seq<Signer> signers,
            Threshold threshold,
            TimeLock timeLock,
            AdminControl admin,
            SignerAuthorities authorities) {
        signers(object.putArray("smart_account_signers"), signers, authorities);
        object.put("threshold", threshold.value()).put("time_lock", timeLock.seconds());
        address(object, "admin_address", admin.holder());
        return object;
    }

    static ObjectNode policies(KnownLimits limits, AccountFilters filters, PolicySigners engines) {
        return withExtent(
                Json.object()
                        .set("spending_limits", Json.array(limits.limits().map(WireObjects::limit)))
                        .set("transaction_filters", FilterObjects.enforced(filters.filters(), engines.enforcement()))
                        .set("allowlists", FilterObjects.enforcedLists(filters.allowlists(), engines.enforcement())),
                limits.extent());
    }

    /** Adds to an object with limits the warning that some may be missing. */
    public static ObjectNode withExtent(ObjectNode object, KnownLimits.Extent extent) {
        return switch (extent) {
            case ALL -> object;
            case KNOWN_HERE -> object.set("warnings", Json.array(Array.of(Json.object()
                    .put("code", "limits_may_be_missing")
                    .put("message", "No node searches for spending limits now. Limits that were made elsewhere may be missing."))));
        };
    }

    /** Writes a spending limit, as the engine keeps it where it does. */
    public static ObjectNode limit(LimitView view) {
        PolicyTerms terms = view.kept().map(kept -> kept.limit().terms()).getOrElse(() -> PolicyTerms.of(view.terms()));
        ObjectNode object = Json.object()
                .put("spending_limit_address", view.limit().toString())
                .put("token_address", terms.token().mintAddress().toString())
                .put("amount", terms.amount().toString())
                .put("period", period(terms.period()));
        addresses(object, "spending_limit_signers", terms.signers());
        addresses(object, "destinations", terms.destinations());
        object.put("remaining_amount", remaining(view).toString())
                .put("last_reset", RefusalText.time(window(view).start()))
                .put("resets_at", terms.period().lengthSeconds()
                        .map(length -> RefusalText.time(window(view).start().plusSeconds(length + 1)))
                        .getOrNull())
                .put("expiration", terms.expiration().map(UnixTime::seconds).getOrNull())
                .put("over", over(view).map(RefusalText::word).getOrNull())
                .put("enforced_by", view.kept().isDefined() ? "ENGINE" : "CHAIN")
                .put("single_use", view.kept().isDefined() && terms.period() == PolicyPeriod.ONE_TIME)
                .put("chain_worst_case_per_year", new BigInteger(terms.amount().toString())
                        .multiply(BigInteger.valueOf(view.terms().windowsInYear()))
                        .toString())
                .put("vault_index", terms.vaultIndex());
        object.set("warnings", Json.array(view.differing().toArray().map(WireObjects::differs)));
        return object.set(
                "transfer_fee", view.transferFee().<JsonNode>map(WireObjects::transferFee).getOrElse(JsonNodeFactory.instance::nullNode));
    }

    private static ObjectNode differs(EngineLimit recorded) {
        Failure failure = BuildFailures.of(new BuildRefusal.Reviewed(new ReviewFinding.LimitDiffers(recorded.subject().limit())));
        return Json.object().put("code", failure.code().word()).put("message", failure.message());
    }

    private static Option<Ending> over(LimitView view) {
        return view.kept().flatMap(kept -> kept.limit().over(kept.at()));
    }

    /** Before the first use the chain's window counts. */
    private static Window window(LimitView view) {
        return view.kept()
                .filter(kept -> kept.limit().windows().nonEmpty())
                .map(kept -> kept.limit().windowAt(kept.at()))
                .getOrElse(view.window());
    }

    /** What both the engine and the chain let pass. */
    private static BaseUnits remaining(LimitView view) {
        return over(view).isDefined()
                ? BaseUnits.ZERO
                : view.kept()
                        .map(kept -> kept.limit().availableAt(kept.at()))
                        .filter(left -> left.compareTo(view.window().remaining()) < 0)
                        .getOrElse(view.window().remaining());
    }

    /**
     * Writes a use that is reserved.
     *
     * @param intent of its transaction; asked only if an authority has to approve it
     */
    public static ObjectNode reserved(ReservedUse use, Array<KmsPayload> payloads, Supplier<Option<Bytes32>> intent) {
        ObjectNode object = Json.object()
                .put("transaction", use.unsigned().transaction().toArray())
                .set("size", size(use.unsigned()))
                .set("fee", fee(use.fee()));
        payloads(object, payloads, intent);
        addresses(object, "required_signers", use.signers());
        addresses(object, "transaction_signers", use.signers());
        return object.put("phase", "complete")
                .put("spending_limit_address", use.limit().toString())
                .put("reserved_until", RefusalText.time(use.until()))
                .set("warnings", Json.array(Array.empty()));
    }

    /** Writes a use that is reserved once its signer, the fee payer, has approved it. The engine signs the rest. */
    public static ObjectNode approvedUse(Address limit, TransactionPlan built, Array<KmsPayload> payloads) {
        UnsignedTransaction unsigned = built.single().unsigned();
        return built(built, Array.of(Option.none()), one -> payloads, unsigned.signers().tail()).put("spending_limit_address", limit.toString());
    }

    private static ObjectNode transferFee(TransferFee fee) {
        return Json.object().put("basis_points", fee.basisPoints()).put("maximum", fee.maximum().toString());
    }

    /** Writes the terms of an existing or requested limit at {@code address}. */
    static void limitTerms(ObjectNode object, Address address, LimitTerms terms) {
        object.put("spending_limit_address", address.toString())
                .put("token_address", terms.token().mintAddress().toString())
                .put("amount", terms.amount().toString())
                .put("period", period(PolicyTerms.of(terms).period()));
        addresses(object, "spending_limit_signers", terms.signers());
        addresses(object, "destinations", terms.destinations());
    }

    /** Returns a period's word in answers. Requests may also use {@code DAY} and similar. */
    private static String period(PolicyPeriod period) {
        return switch (period) {
            case ONE_TIME -> "ONE_TIME";
            case DAY -> "DAILY";
            case WEEK -> "WEEKLY";
            case MONTH -> "MONTHLY";
            case YEAR -> "YEARLY";
        };
    }

    /** Writes the balances of an account, SOL first. */
    public static Array<ObjectNode> balances(BaseUnits lamports, Seq<TokenBalance> tokens) {
        return tokens.map(WireObjects::balance).toArray().prepend(balance(lamports));
    }

    private static ObjectNode balance(BaseUnits lamports) {
        return amount(Json.object().put("token_address", Address.ZERO.toString()), lamports, SOL_DECIMALS)
                .put("decimals", SOL_DECIMALS)
                .putNull("token_account");
    }

    private static ObjectNode balance(TokenBalance token) {
        return Json.object()
                .put("token_address", token.mint().toString())
                .put("amount", token.amount().toString())
                .put("amount_decimal", token.decimals().map(decimals -> decimal(token.amount(), decimals)).getOrNull())
                .put("decimals", token.decimals().getOrNull())
                .put("token_account", token.tokenAccount().toString());
    }

    /**
     * Writes the answer of a builder.
     *
     * @param explanations what each transaction does; none where the answer does not say it
     * @param payloads what authorities sign for a transaction
     * @param engines the engine's own voters, which sign when it is submitted
     */
    public static ObjectNode built(
            TransactionPlan built,
            Array<Option<Explanation>> explanations,
            Function<UnsignedTransaction, Array<KmsPayload>> payloads,
            Array<Address> engines) {
        ObjectNode object = Json.object()
                .put("transaction", built.steps().head().unsigned().transaction().toArray())
                .set("size", size(built.steps().head().unsigned()))
                .set("fee", fee(built.cost()));
        payloads(object, payloads.apply(built.steps().head().unsigned()), () -> intent(built, 0));
        Seq<String> signers = built.steps().head().unsigned().signers().removeAll(engines).map(Address::toString);
        object.set("required_signers", Json.texts(signers)).set("transaction_signers", Json.texts(signers));
        if (built.steps().length() > 1) {
            object.set("transactions", Json.array(built.steps()
                            .zipWithIndex((step, index) -> step(step, explanations.get(index), payloads, () -> intent(built, index), engines))))
                    .put("phase", "awaiting_next_transaction");
        } else {
            phase(object, built.phase());
            content(object, explanations.head());
        }
        built.index().forEach(index -> object.put("transaction_index", index));
        built.limit().forEach(limit -> object.put("spending_limit_address", limit.toString()));
        object.set("warnings", Json.array(warnings(built.warnings())));
        return object;
    }

    /** Writes the creation of an account that its payer still has to sign. */
    public static ObjectNode creation(TransactionPlan built, Seq<Signer> signers, SignerAuthorities authorities) {
        ObjectNode object = Json.object()
                .put("smart_account_address", built.account().address().toString())
                .put("multisig_address", built.account().settings().toString())
                .put("transaction", built.single().unsigned().transaction().toArray())
                .set("size", size(built.single().unsigned()))
                .set("fee", fee(built.single().fee()));
        addresses(object, "required_signers", built.single().unsigned().signers());
        signers(object.putArray("signers"), signers, authorities);
        return object;
    }

    /** Writes one of several transactions. */
    private static ObjectNode step(
            Step step,
            Option<Explanation> explanation,
            Function<UnsignedTransaction, Array<KmsPayload>> payloads,
            Supplier<Option<Bytes32>> intent,
            Array<Address> engines) {
        ObjectNode object = Json.object()
                .put("step", step.kind().name().toLowerCase(Locale.ROOT))
                .put("transaction", step.unsigned().transaction().toArray())
                .set("size", size(step.unsigned()))
                .set("fee", fee(step.fee()));
        addresses(object, "required_signers", step.unsigned().signers().removeAll(engines));
        payloads(object, payloads.apply(step.unsigned()), intent);
        content(object, explanation);
        return object;
    }

    /** Writes what a transaction does, if its lookup tables exist already. */
    private static void content(ObjectNode object, Option<Explanation> explanation) {
        explanation.forEach(explained -> object.set("content", ExplanationObjects.explanation(explained)));
    }

    private static void payloads(ObjectNode object, Array<KmsPayload> payloads, Supplier<Option<Bytes32>> intent) {
        Option<Bytes32> meant = payloads.isEmpty() ? Option.none() : intent.get();
        object.set("kms_payloads", Json.array(payloads.map(payload -> AuthorityObjects.payload(payload, meant))));
    }

    private static Option<Bytes32> intent(TransactionPlan built, int step) {
        return built.explanations().get().get(step).flatMap(Explanation::intentHash);
    }

    /** Writes how many bytes the transaction takes, signatures included, of how many. */
    private static ObjectNode size(UnsignedTransaction unsigned) {
        return Json.object().put("bytes", unsigned.transaction().length()).put("limit", unsigned.maxBytes());
    }

    private static void phase(ObjectNode object, Phase phase) {
        switch (phase) {
            case Phase.Complete complete -> object.put("phase", "complete");
            case Phase.AwaitingVotes votes ->
                object.put("phase", "awaiting_votes")
                        .put("approvals", votes.votes())
                        .put("threshold", votes.threshold().value());
            case Phase.AwaitingTimeLock locked ->
                object.put("phase", "awaiting_time_lock")
                        .put("executable_at", RefusalText.time(locked.executableAt()));
            case Phase.AwaitingExecution execution -> object.put("phase", "awaiting_execution");
            case Phase.NeverExecutable never -> object.put("phase", "never_executable");
        }
    }

    /** Writes {@code fee}: the network's fee and, separately, the rent of accounts. */
    private static ObjectNode fee(FeeQuote quote) {
        ObjectNode fee = amount(Json.object(), quote.networkFee(), SOL_DECIMALS)
                .put("currency", "sol")
                .set("sol_equivalent", amount(Json.object(), quote.networkFee(), SOL_DECIMALS))
                .put("payer_address", quote.payer().toString())
                .put("signature_fee", quote.signatures().toString())
                .put("priority_fee", quote.priority().toString())
                .put("program_fee", quote.program().toString());
        ObjectNode rent = amount(fee.putObject("rent"), quote.rent(), SOL_DECIMALS);
        ArrayNode accounts = rent.putArray("accounts");
        quote.rents().forEach(one -> {
            ObjectNode account = accounts.addObject()
                    .put("address", one.account().toString())
                    .put("kind", one.kind().name().toLowerCase(Locale.ROOT))
                    .put("amount", one.lamports().toString())
                    .put("payer_address", one.payer().toString());
            address(account, "returns_to", one.returnsTo());
        });
        return fee.put("total", quote.total().toString());
    }

    /** Writes {@code amount} in base units and {@code amount_decimal} in whole units. */
    public static ObjectNode amount(ObjectNode object, BaseUnits amount, int decimals) {
        return object.put("amount", amount.toString()).put("amount_decimal", decimal(amount, decimals));
    }

    /** Returns an amount in whole units, exact and without trailing zeros. */
    public static String decimal(BaseUnits amount, int decimals) {
        BigDecimal whole = amount.bits() >= 0
                ? BigDecimal.valueOf(amount.bits(), decimals)
                : new BigDecimal(new BigInteger(amount.toString()), decimals);
        return whole.stripTrailingZeros().toPlainString();
    }

    /** Writes an address or null. */
    public static void address(ObjectNode object, String name, Option<Address> address) {
        if (address.isDefined()) {
            object.put(name, address.get().toString());
        } else {
            object.putNull(name);
        }
    }

    /** Writes a list of addresses. */
    public static void addresses(ObjectNode object, String name, Seq<Address> addresses) {
        object.set(name, Json.texts(addresses.map(Address::toString)));
    }

    /** {@code [{code, message, instruction}]}. */
    static Array<ObjectNode> warnings(Array<GiveawayWarning> warnings) {
        return warnings.map(warning -> Json.object()
                .put("code", RefusalText.word(warning.code()))
                .put("message", RefusalText.message(warning))
                .put("instruction", warning.instruction()));
    }
}
