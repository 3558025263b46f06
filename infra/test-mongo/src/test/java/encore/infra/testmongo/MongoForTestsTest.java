package encore.infra.testmongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class MongoForTestsTest {

    @Test
    void each_database_is_fresh_and_kept_by_a_server_that_all_clients_share() {
        ConnectionString first = new ConnectionString(MongoForTests.uri());
        ConnectionString second = new ConnectionString(MongoForTests.uri());
        try (MongoClient one = MongoClients.create(first);
                MongoClient other = MongoClients.create(second)) {
            one.getDatabase(first.getDatabase()).getCollection("c").insertOne(new Document("_id", 1));
            assertThat(other.getDatabase(first.getDatabase()).getCollection("c").countDocuments())
                    .isEqualTo(1);
            assertThat(other.getDatabase(second.getDatabase())
                            .getCollection("c")
                            .countDocuments())
                    .isZero();
        }
    }

    @Test
    void a_database_stands_between_hosts_and_options() {
        assertThat(MongoForTests.uri("mongodb://a:1,b:2", "x")).isEqualTo("mongodb://a:1,b:2/x");
        assertThat(MongoForTests.uri("mongodb://a:1/?replicaSet=r", "x")).isEqualTo("mongodb://a:1/x?replicaSet=r");
        assertThat(MongoForTests.uri("mongodb://a:1/old?replicaSet=r", "x")).isEqualTo("mongodb://a:1/x?replicaSet=r");
        assertThat(MongoForTests.uri("mongodb://a:1?w=1", "x")).isEqualTo("mongodb://a:1/x?w=1");
    }
}
