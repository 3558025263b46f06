package encore.command.webhooks.delivery.calls;

import encore.command.webhooks.delivery.health.CallOutcome;
import java.util.Map;

/** Calls the endpoints of webhooks. */
public interface WebhookCalls {

    /** Posts a message of an account and waits for the outcome, which is never an exception. The thread may be a virtual one. */
    CallOutcome post(long account, String url, Map<String, String> headers, byte[] body);
}
