package encore.infra.eventstore.process;

import java.util.List;

/** Opens the store of each automation by its name, which never changes. */
public interface ProcessStores extends AutoCloseable {

    /** The name of the store in which the command side keeps what each account uses. It is no automation. */
    String USAGE = "account_usage";

    /** The name of the store in which the delivery of webhooks keeps its state. It is no automation. */
    String WEBHOOKS = "webhooks";

    /** Opens the store of an automation. It is empty when the automation is new or when its entries were lost. */
    ProcessStore open(String automation);

    /** Returns the names of the automations that have a store, in order. */
    List<String> names();

    @Override
    void close();
}
