package dev.mandate.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.SmartAccountsApi;
import org.openapitools.client.model.CreateSmartAccountRequest;
import org.openapitools.client.model.CreationAnswer;
import org.openapitools.client.model.ListedSigner;
import org.openapitools.client.model.Permission;

final class GeneratedJavaClientTest {

    @Test
    void createsAnAccount() throws Exception {
        String signer = System.getenv("MANDATE_TEST_SIGNER");
        ApiClient client = new ApiClient();
        client.updateBaseUri(System.getenv("MANDATE_TEST_URL"));
        client.setRequestInterceptor(request -> request.header("authorization", "Bearer " + System.getenv("MANDATE_TEST_KEY")));

        CreationAnswer created = new SmartAccountsApi(client).createSmartAccount(
                new CreateSmartAccountRequest()
                        .threshold(1)
                        .addSmartAccountSignersItem(new ListedSigner()
                                .address(signer)
                                .permissions(Set.of(Permission.CAN_INITIATE, Permission.CAN_VOTE, Permission.CAN_EXECUTE))),
                null, null, null, null, null, null, null);

        assertNotNull(created.getSmartAccountAddress());
        assertEquals(signer, created.getSmartAccountSigners().get(0).getAddress());
    }
}
