package encore.infra.standalone;

import encore.command.contacts.delivery.MessageSettings;
import encore.infra.standalone.demo.DemoSettings;
import encore.infra.standalone.settings.NodeSettings;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Reads how this installation sends mail and text messages. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(DemoSettings.class)
class MessagesConfiguration {

    @Bean
    MessageSettings messageSettings(Environment environment, NodeSettings node, DemoSettings demo) {
        return MessageSettings.read(environment::getProperty, demo.isWanted(node.isOnLoopback()));
    }
}
