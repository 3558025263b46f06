package encore.infra.standalone;

import encore.command.LogConfiguration;
import encore.infra.standalone.management.ManagementPort;
import encore.infra.standalone.management.MeterUnits;
import encore.infra.standalone.settings.NodeRole;
import encore.infra.standalone.stores.LogMeters;
import encore.infra.standalone.stores.LogStoreConfiguration;
import encore.infra.standalone.stores.ViewStoreConfiguration;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.rsocket.autoconfigure.RSocketServerAutoConfiguration;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Import;

/** Starts the query side as a process of its own, on MongoDB. {@code ./encore query} runs it. */
@SpringBootConfiguration
@EnableAutoConfiguration(exclude = RSocketServerAutoConfiguration.class) // Clients connect to gateways only.
@ComponentScan("encore.query")
@Import({
    LogStoreConfiguration.class,
    ViewStoreConfiguration.class,
    LogConfiguration.class,
    LogMeters.class,
    QueryPort.class,
    ManagementPort.class,
    MeterUnits.class
})
public class QueryNode {

    public static void main(String[] args) {
        NodeLauncher.run(NodeRole.QUERY, QueryNode.class, args);
    }
}
