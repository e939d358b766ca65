package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.BuilderFields;
import dev.mandate.adapters.http.codec.ListedSigner;
import dev.mandate.adapters.http.codec.WireShapes;
import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Content;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Method;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.adapters.http.json.Shapes;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.chain.Address;
import dev.mandate.ports.api.custody.BuildOptions;
import dev.mandate.ports.api.custody.BuildRequest;
import dev.mandate.ports.api.custody.SettingsEdit;
import dev.mandate.ports.api.refusal.Failure;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Builders that change settings. */
final class SettingsEndpoints {

    private static final String V0 = "/api/v0/smart_account/transaction";
    private static final String SIGNERS = "smart_account_signers";

    private SettingsEndpoints() {}

    private static final String POLICY_SIGNER = "/api/v1/smart-accounts/{address}/policy-signer";

    static Array<Endpoint> all(TenantEndpoints service) {
        return Array.of(
                service.build(Method.PATCH, "/api/v1/smart-accounts/{address}", SettingsEndpoints::patch),
                service.build(Method.POST, POLICY_SIGNER, at -> policySigner(at, BuildRequest.AddPolicySigner::new))
                        .reading(Content.OPTIONAL_JSON),
                service.build(Method.DELETE, POLICY_SIGNER, at -> policySigner(at, BuildRequest.RemovePolicySigner::new))
                        .reading(Content.OPTIONAL_JSON),
                service.build(Method.POST, V0 + "/signers/add", at -> builder(at, SettingsEndpoints::added, BuilderCall.Choice.ADMIN, BuilderCall.Choice.DIFF)),
                service.build(Method.POST, V0 + "/signers/remove", at -> builder(
                        at, SettingsEndpoints::removed, BuilderCall.Choice.ADMIN, BuilderCall.Choice.LEAVERS_LIMITS, BuilderCall.Choice.ACKNOWLEDGED, BuilderCall.Choice.DIFF)),
                service.build(Method.POST, V0 + "/threshold/update", at -> builder(
                        at, SettingsEndpoints::threshold, BuilderCall.Choice.ADMIN, BuilderCall.Choice.ACKNOWLEDGED, BuilderCall.Choice.DIFF)));
    }

    /** Only the admin can make or take out the engine's voters, so no query says so. */
    private static Either<Failure, Answer> policySigner(TenantCall at, BiFunction<Address, BuildOptions, BuildRequest> request) {
        BuilderCall call = BuilderCall.of(at);
        BuilderFields fields = call.fields();
        return call.answer(() -> call.requireAdminAlone(fields).map(alone -> request.apply(call.account(), fields.options())));
    }

    /**
     * The changes that a body requests.
     *
     * @param listed the signers that it lists
     * @param edits the changes of all but the admin, with these signers. Call it only if the whole request could be read
     * @param admin the new admin; only the admin can request it
     */
    record RequestedSettings(
            Array<ListedSigner> listed, Function<Array<Signer>, Array<SettingsEdit>> edits, Option<AdminControl> admin) {

        static RequestedSettings of(Array<ListedSigner> listed, Function<Array<Signer>, SettingsEdit> edit) {
            return new RequestedSettings(listed, edit.andThen(Array::of), Option.none());
        }
    }

    /** Reads the fields of a change; each is optional. */
    static RequestedSettings wishes(ObjectReader in) {
        Option<Array<ListedSigner>> signers = in.optional(SIGNERS, WireShapes.SIGNERS);
        Array<SettingsEdit> edits = Array.<SettingsEdit>empty()
                .appendAll(in.optional("threshold", WireShapes.THRESHOLD).map(SettingsEdit.SetThreshold::new))
                .appendAll(in.optional("time_lock", WireShapes.TIME_LOCK).map(SettingsEdit.SetTimeLock::new));
        Option<Address> collector = in.optional("rent_collector", Shapes.ADDRESS);
        Array<SettingsEdit> all =
                switch (in.presence("rent_collector")) {
                    case ABSENT -> edits;
                    case NULL -> edits.append(SettingsEdit.SetRentCollector.none());
                    case VALUE -> edits.append(new SettingsEdit.SetRentCollector(collector));
                };
        Option<Option<Address>> admin = in.optional("admin_address", WireShapes.ADMIN);
        Option<AdminControl> next =
                switch (in.presence("admin_address")) {
                    case ABSENT -> Option.none();
                    case NULL -> Option.some(new AdminControl.None());
                    case VALUE ->
                        admin.map(given -> given.<AdminControl>map(AdminControl.HeldBy::new)
                                .getOrElse(AdminControl.None::new));
                };
        return new RequestedSettings(
                signers.getOrElse(Array.empty()),
                given -> signers.isEmpty() ? all : all.prepend(new SettingsEdit.ReplaceSigners(given)),
                next);
    }

    private static Either<Failure, Answer> patch(TenantCall at) {
        BuilderCall call = BuilderCall.of(
                at, BuilderCall.Choice.ADMIN, BuilderCall.Choice.LEAVERS_LIMITS, BuilderCall.Choice.ACKNOWLEDGED, BuilderCall.Choice.DIFF);
        call.reading().renames("transaction", "rent_collector");
        RequestedSettings wishes = wishes(call.body());
        BuilderFields fields = call.fields();
        return call.answer(() -> call.withSigners(
                wishes.listed(), signers -> change(call, wishes.edits().apply(signers), wishes.admin(), fields)));
    }

    /** With an admin, {@code admin=true} sets the next admin. Without an admin, no admin is no change, and the engine refuses to add one. */
    private static Either<Failure, BuildRequest> change(
            BuilderCall call, Array<SettingsEdit> edits, Option<AdminControl> admin, BuilderFields fields) {
        return admin.isEmpty()
                ? settings(call, edits, fields)
                : call.at().account(call.account()).flatMap(view -> {
                    AdminControl next = admin.get();
                    boolean handsOver = view.settings().admin() instanceof AdminControl.HeldBy
                            ? call.admin()
                            : next instanceof AdminControl.HeldBy;
                    return handsOver
                            ? call.authority(fields)
                                    .map(authority -> new BuildRequest.HandOverAdmin(
                                            call.account(), edits, call.leaversLimits(), next, fields.options()))
                            : settings(call, edits, fields);
                });
    }

    private static Either<Failure, BuildRequest> settings(BuilderCall call, Array<SettingsEdit> edits, BuilderFields fields) {
        return call.authority(fields)
                .map(authority -> new BuildRequest.ChangeSettings(
                        call.account(), edits, authority, call.leaversLimits(), fields.options()));
    }

    private static Either<Failure, Answer> builder(
            TenantCall at, Function<RequestReader, RequestedSettings> read, BuilderCall.Choice... choices) {
        BuilderCall call = BuilderCall.of(at, choices);
        RequestedSettings wishes = read.apply(call.reading());
        BuilderFields fields = call.fields();
        return call.answer(() -> call.withSigners(wishes.listed(), signers -> settings(call, wishes.edits().apply(signers), fields)));
    }

    private static RequestedSettings added(RequestReader reading) {
        ObjectReader in = reading.body();
        Option<Array<ListedSigner>> signers = in.required(SIGNERS, WireShapes.SIGNERS);
        if (signers.exists(Array::isEmpty)) {
            in.reject(SIGNERS, ServerCode.EMPTY_LIST, "smart_account_signers must name at least one.");
        }
        return RequestedSettings.of(signers.getOrElse(Array.empty()), SettingsEdit.AddSigners::new);
    }

    /** A problem with the remaining settings is reported at the signer to be removed. */
    private static RequestedSettings removed(RequestReader reading) {
        reading.renames(SIGNERS, "signer_address");
        reading.renames("threshold", "signer_address");
        Option<Address> signer = reading.body().required("signer_address", Shapes.ADDRESS);
        return RequestedSettings.of(Array.empty(), none -> new SettingsEdit.RemoveSigner(signer.get()));
    }

    private static RequestedSettings threshold(RequestReader reading) {
        Option<Threshold> threshold = reading.body().required("threshold", WireShapes.THRESHOLD);
        return RequestedSettings.of(Array.empty(), none -> new SettingsEdit.SetThreshold(threshold.get()));
    }
}
